import { type Operator, replace } from "../edit.ts";
import { isKey } from "./numbers.ts";

export const booleanLiteral: Operator = ({ node }) =>
  node.type === "Literal" && typeof node.value === "boolean" ? [replace(node, String(!node.value))] : [];

/** A word of a union, or the empty text, becomes a word that is in none. Sentences are for people and stay. */
export const word: Operator = (place) => {
  const { node, parents } = place;
  if (node.type !== "Literal" || typeof node.value !== "string" || isKey(place)) return [];
  if (typeof parents[0]?.directive === "string" || !/^([a-z0-9]+(-[a-z0-9]+)*)?$/i.test(node.value))
    return [];
  return [replace(node, `"mutant"`)];
};
