import type { Edit } from "./edit.ts";
import type { Mutant } from "./plant.ts";
import { childOf, type Node, placesOf } from "./tree.ts";

const functions = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/**
 * The source of a file that notes which of its mutants a test comes near: when the function around one is called, or the
 * file is loaded for what is in none, the mutant's id is added to a file, once a process. So only tests that run the code
 * have to be asked about it; a worker's thread and a process that a test starts note it as well.
 */
export function withProbes(
  file: string,
  source: string,
  mutants: readonly Mutant[],
  noteFile: string,
): string {
  const bodies = placesOf(file, source).flatMap(({ node }) => (functions.includes(node.type) ? [node] : []));
  const byFunction = Map.groupBy(mutants, (mutant) => innermost(bodies, mutant));
  const edits = [...byFunction].flatMap(([around, inside]) => {
    const probe = probeOf(inside.map(({ id }) => id).join("\\n"), noteFile);
    return around ? atStartOf(childOf(around, "body"), probe) : [insert(source.length, `\n${probe};`)];
  });
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, text: added }) => text.slice(0, start) + added + text.slice(start), source);
}

/** The smallest function that holds the mutant. */
function innermost(bodies: readonly Node[], { start, end }: Mutant): Node | undefined {
  return bodies
    .filter((node) => node.start <= start && end <= node.end)
    .sort((one, other) => one.end - one.start - (other.end - other.start))[0];
}

function atStartOf({ type, start, end }: Node, probe: string): Edit[] {
  if (type === "BlockStatement") return [insert(start + 1, `${probe};`)];
  return [insert(start, `(${probe},`), insert(end, ")")];
}

function probeOf(ids: string, noteFile: string): string {
  const noted = `(globalThis.mutantsNoted??={})["${ids}"]`;
  return `(${noted}||=(process.getBuiltinModule("fs").appendFileSync(${JSON.stringify(noteFile)},"${ids}\\n"),1))`;
}

function insert(start: number, text: string): Edit {
  return { start, end: start, text };
}
