import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PROGRAMS } from "../../scripts/lib/test-programs.mjs";

/**
 * Finds the Python that tests of the Python client need. `npm test` installs it, or refuses.
 *
 * @throws an error with installation instructions
 */
export function findPython(): string {
  const { title, find, debian, elsewhere } = PROGRAMS.python;
  const path = find();
  if (path === undefined)
    throw new Error(`${title} is not installed. Install ${debian}, or run: ${elsewhere}`);
  return path;
}

/** A report of the Python verifier. */
export type PythonReport = {
  readonly problems: readonly (readonly [seq: number, text: string])[];
  readonly notChecked: readonly string[];
  readonly chances: number;
  readonly draws: number;
};

const SCRIPT = `import json, re, sys
sys.path.insert(0, "clients/python/src")
from pathlib import Path
from evenhand.verifier import CannotCheck, verify
for record, *receipts in map(json.loads, sys.argv[1:]):
  try:
    r = verify(Path(record), receipts=[(one, Path(one).read_text()) for one in receipts])
    said = {"problems": r.problems, "notChecked": sorted(r.not_checked), "chances": r.chances, "draws": r.draws}
  except CannotCheck as error:
    at = re.match(r"entry (\\d+)", str(error))
    said = {"problems": [(int(at[1]) if at else 0, str(error))], "notChecked": [], "chances": 0, "draws": 0}
  print(json.dumps(said))`;

/** Verifies records with one Python process; one report each. @param files records, possibly with receipts */
export async function verifyInPython(
  files: readonly (string | readonly string[])[],
): Promise<PythonReport[]> {
  const given = files.map((one) => JSON.stringify([one].flat()));
  const how = { maxBuffer: 1 << 28 } as const;
  const { stdout, stderr } = await promisify(execFile)(findPython(), ["-B", "-c", SCRIPT, ...given], how);
  if (stderr !== "") throw new Error(stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * Runs the cells of the documentation's notebook in order, shows their output, and prints the figures as lines of
 * JSON. It takes server, token and study from the environment.
 */
export const notebookRun = `import ast, json
from dataclasses import asdict
space = {}
with open("docs/from-token-to-figures.ipynb", encoding="utf-8") as file:
  cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
for cell in cells:
  tree = ast.parse("".join(cell["source"]))
  last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
  exec(compile(tree, "cell", "exec"), space)
  if last is not None:
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    getattr(shown, "_repr_html_", shown.__repr__)()
study, decisions = space["study"], space["decisions"]
print(json.dumps({"study": study.record.study, "head": study.record.head, "entries": len(study.record.entries)}))
print(json.dumps({"decided": len(decisions), "selected": sum(row["selected"] for row in decisions)}))
for one in space["estimates"] + space["frontier"]:
  print(json.dumps(asdict(one)))`;
