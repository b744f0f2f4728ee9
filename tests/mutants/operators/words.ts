import { type Operator, replace } from "../edit.ts";
import { childrenOf, type Node, type Place } from "../tree.ts";
import { isKey } from "./numbers.ts";

export const booleanLiteral: Operator = ({ node }) =>
  node.type === "Literal" && typeof node.value === "boolean" ? [replace(node, String(!node.value))] : [];

/** A word of a union, or the empty text, becomes a word that is in none. Sentences are for people and stay. */
export const word: Operator = (place) => {
  const { node, parents } = place;
  if (node.type !== "Literal" || typeof node.value !== "string" || isKey(place)) return [];
  if (isKindOfValue(place) || isNameOfSlot(place)) return [];
  if (typeof parents[0]?.directive === "string" || !/^([a-z0-9]+(-[a-z0-9]+)*)?$/i.test(node.value))
    return [];
  return [replace(node, `"mutant"`)];
};

/** What a prepared query is told of the kinds of its values (db/store/prepared.ts), which only the compiler reads. */
function isKindOfValue(place: Place): boolean {
  return isFirstArgument(place, ["prepared"]);
}

/** The name of what a process keeps (server/services/process/process-wide.ts): any will do that nothing else has. */
function isNameOfSlot(place: Place): boolean {
  return isFirstArgument(place, ["processWide", "processWideOf", "processCache"]);
}

/** Whether it is the first argument of a call of one of these functions, or within it. */
function isFirstArgument({ node, parents }: Place, functions: readonly string[]): boolean {
  const path = [node, ...parents];
  return parents.some(
    (call, above) => isCallOf(call, functions) && childrenOf(call, "arguments")[0] === path[above],
  );
}

function isCallOf({ type, callee }: Node, functions: readonly string[]): boolean {
  return type === "CallExpression" && functions.includes(String((callee as Partial<Node> | undefined)?.name));
}
