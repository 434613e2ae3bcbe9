"""Files in the ONNX format without a library: the few fields of Protocol Buffers that a small graph needs."""

import numpy as np

FLOAT = 1


def number(value):
    """A number in as many bytes as it needs, seven bits each."""
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def field(key, value):
    """A field of a message: a number, or a text, bytes or another message with its length."""
    if isinstance(value, int):
        return number(8 * key) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(8 * key + 2) + number(len(data)) + data


def node(operator, inputs, output):
    named = b"".join(field(1, name) for name in inputs)
    return field(1, named + field(2, output) + field(4, operator))


def constant(name, matrix):
    lengths = b"".join(field(1, length) for length in matrix.shape)
    data = np.ascontiguousarray(matrix, "<f4").tobytes()
    return field(5, lengths + field(2, FLOAT) + field(8, name) + field(9, data))


def array(key, name, *lengths):
    """What goes in (11) or comes out (12): rows of so many numbers."""
    rows = field(1, field(2, "rows"))
    shape = rows + b"".join(field(1, field(1, length)) for length in lengths)
    kind = field(1, field(1, FLOAT) + field(2, shape))
    return field(key, field(1, name) + field(2, kind))


def dense(first, bias, value, policy):
    """softmax(value · relu(first · x + bias)) and policy · relu(first · x + bias), each matrix outputs × inputs."""
    matrices = {"first": first.T, "bias": bias[None], "value_weight": value.T, "policy_weight": policy.T}
    graph = b"".join(
        [
            node("MatMul", ["seen", "first"], "sums"),
            node("Add", ["sums", "bias"], "shifted"),
            node("Relu", ["shifted"], "inner"),
            node("MatMul", ["inner", "value_weight"], "told"),
            node("Softmax", ["told"], "value"),
            node("MatMul", ["inner", "policy_weight"], "policy"),
            field(2, "dense"),
            *(constant(name, matrix) for name, matrix in matrices.items()),
            array(11, "seen", first.shape[1]),
            array(12, "value", len(value)),
            array(12, "policy", len(policy)),
        ]
    )
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))
