"""What is made of the daemon's own description."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from .sound import ROOT, daemon_program

PYTHON = ROOT / "clients/python"


class GenerateTests(unittest.TestCase):
    """The program `generate`."""

    document: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        cls.directory = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="fermata-generate-")))
        code = ("import sys; from pathlib import Path; from generator.daemon import discover\n"
                "print(discover(Path(sys.argv[1]), Path(sys.argv[2])))")
        (cls.directory / "daemon").mkdir()
        said = subprocess.run([sys.executable, "-c", code, str(daemon_program()), str(cls.directory / "daemon")], cwd=PYTHON,
                              capture_output=True, text=True, check=True, timeout=60)
        cls.document = json.loads(said.stdout)

    directory: Path

    def run_with(self, document: object, *arguments: str) -> tuple[int, str]:
        """Runs it with a document; answers with its exit status and what it says."""
        path = self.directory / "document.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        done = subprocess.run([str(PYTHON / "generate"), "--document", str(path), *arguments], capture_output=True, text=True, timeout=60,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def changed(self) -> dict[str, Any]:
        """A copy of the document."""
        copy: dict[str, Any] = json.loads(json.dumps(self.document))
        return copy

    def test_what_is_checked_in_is_what_the_daemon_says(self) -> None:
        self.assertEqual(self.run_with(self.document, "--check"), (0, ""))

    def test_each_change_of_the_daemon_is_found(self) -> None:
        new_method = self.changed()
        new_method["methods"].append(new_method["methods"][0] | {"name": "queue.tomorrow"})
        new_parameter = self.changed()
        next(each for each in new_parameter["methods"] if each["name"] == "seek")["params"].append(
            {"name": "tomorrow", "summary": "When.", "required": False, "schema": {"type": "boolean"}})
        new_member = self.changed()
        new_member["components"]["schemas"]["Status"]["properties"]["tomorrow"] = {"type": "string"}
        new_event = self.changed()
        new_event["x-events"].append(new_event["x-events"][0] | {"name": "queue.tomorrow"})
        new_error = self.changed()
        new_error["methods"][0]["errors"].append({"code": -1, "message": "tomorrow", "data": {"code": "tomorrow"}})
        no_method = self.changed()
        no_method["methods"] = [each for each in no_method["methods"] if not each["name"].startswith("sticker.")]
        for document, file in ((new_method, "methods/queue.py"), (new_parameter, "methods/playback.py"), (new_member, "types.py"),
                               (new_event, "events.py"), (new_error, "refusals.py"), (no_method, "methods/stickers.py")):
            with self.subTest(file=file):
                status, said = self.run_with(document, "--check")
                self.assertEqual(status, 1)
                self.assertIn(file, said)

    def test_what_is_no_description_is_refused(self) -> None:
        for document in ("nonsense", "[]", "{}", '{"methods":[]}', '{"result":7}'):
            with self.subTest(document=document):
                status, said = self.run_with(document, "--check")
                self.assertEqual(status, 2, said)
                self.assertIn("no answer to rpc.discover", said)

    def test_asyncapi_has_all_of_it_and_every_reference_leads_somewhere(self) -> None:
        path = self.directory / "asyncapi.json"
        self.assertEqual(self.run_with(self.document, "--asyncapi", str(path)), (0, ""))
        whole = json.loads(path.read_text(encoding="utf-8"))
        names = {each["name"] for kind in ("methods", "x-events") for each in self.document[kind]}
        self.assertEqual(set(whole["operations"]), names)
        self.assertEqual(whole["asyncapi"], "3.0.0")

        def follow(value: object) -> None:
            if isinstance(value, dict):
                reference = value.get("$ref")
                if isinstance(reference, str):
                    place: Any = whole
                    # "library.search" is one name: references separate by slashes.
                    for part in reference.removeprefix("#/").split("/"):
                        place = place[part]
                for inner in value.values():
                    follow(inner)
            elif isinstance(value, list):
                for inner in value:
                    follow(inner)

        follow(whole)


if __name__ == "__main__":
    unittest.main()
