"""Makes the ONNX files of this folder: the network of planes.safetensors, with a card and onnxruntime's answers.

    pip install torch safetensors onnx onnxscript onnxruntime
    python crates/learn/tests/outside/make_onnx.py
"""

import json
import pathlib

import onnx
import onnxruntime
import torch
from safetensors.torch import load_file

from make import Planes

folder = pathlib.Path(__file__).parent
card = {"format": 1, "game": "testing", "what": "a test", "input": {"name": "board", "shape": [3, 4, 5]}}


def export(name, network, question, batches):
    """A file for any number of boards, or for one board at a time."""
    path = str(folder / f"{name}.onnx")
    torch.onnx.export(
        network,
        (question if batches else question[:1],),
        path,
        input_names=["board"],
        output_names=["value", "policy"],
        dynamic_shapes=({0: torch.export.Dim("rows")},) if batches else None,
        opset_version=18,
        external_data=False,
        dynamo=True,
    )
    session = onnxruntime.InferenceSession(path)
    asked = [question] if batches else question.split(1)
    answers = [session.run(None, {"board": rows.numpy()}) for rows in asked]
    values, policy = ([one.tolist() for row in rows for one in row] for rows in zip(*answers))
    model = onnx.load(path)
    # Where each number comes from in the program that exported it makes up most of the file.
    for part in [model, model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.value_info]:
        del part.metadata_props[:]
        part.doc_string = ""
    for node in model.graph.node:
        node.name = ""
    metadata = {"ludarium": card, "the values": values, "the policy": policy}
    onnx.helper.set_model_props(model, {key: json.dumps(value) for key, value in metadata.items()})
    onnx.save(model, path)


if __name__ == "__main__":
    matrices = load_file(folder / "planes.safetensors")
    boards = matrices.pop("the question").reshape(-1, 3, 4, 5)
    network = Planes()
    network.load_state_dict({key: value for key, value in matrices.items() if not key.startswith("the ")}, strict=False)
    network.eval()
    export("planes", network, boards, True)
    export("one-board", network, boards, False)
