import { type Operator, replace } from "../edit.ts";
import { childrenOf, type Node, type Place } from "../tree.ts";
import { isKey } from "./numbers.ts";

export const booleanLiteral: Operator = ({ node }) =>
  node.type === "Literal" && typeof node.value === "boolean" ? [replace(node, String(!node.value))] : [];

/** A word of a union, or the empty text, becomes a word that is in none. Sentences are for people and stay. */
export const word: Operator = (place) => {
  const { node, parents } = place;
  if (node.type !== "Literal" || typeof node.value !== "string" || isKey(place) || isKindOfValue(place))
    return [];
  if (typeof parents[0]?.directive === "string" || !/^([a-z0-9]+(-[a-z0-9]+)*)?$/i.test(node.value))
    return [];
  return [replace(node, `"mutant"`)];
};

/** What a prepared query is told of the kinds of its values (db/store/prepared.ts), which only the compiler reads. */
function isKindOfValue({ parents }: Place): boolean {
  return parents.some(
    (call, above) => isPrepared(call) && childrenOf(call, "arguments")[0] === parents[above - 1],
  );
}

function isPrepared({ type, callee }: Node): boolean {
  return type === "CallExpression" && (callee as Partial<Node> | undefined)?.name === "prepared";
}
