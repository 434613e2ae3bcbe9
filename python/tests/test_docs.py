"""The examples of the documentation, each as it stands."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number, tmp_path, monkeypatch):
    # Files that an example writes go with the test.
    monkeypatch.chdir(tmp_path)
    # Later examples need nothing of earlier ones but the import.
    exec(compile("import ludarium\n" + EXAMPLES[number], f"{PAGE.name}, example {number + 1}", "exec"), {})


def test_examples_are_found():
    assert len(EXAMPLES) >= 9
