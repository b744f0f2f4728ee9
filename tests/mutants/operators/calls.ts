import { type Operator, replace } from "../edit.ts";
import { calledName, calledOn, childOf } from "../tree.ts";
import { isFirstRow, isMath } from "./numbers.ts";

/** Calls in a chain without which it still is one: of lists, of texts, of queries, of schemas. */
const droppable = [
  ...["filter", "sort", "toSorted", "reverse", "toReversed", "slice", "flat"],
  ...["trim", "toLowerCase", "normalize"],
  ...["where", "orderBy", "limit", "onConflictDoNothing", "for"],
  ...["min", "max", "strict", "refine"],
];

export const droppedCall: Operator = ({ node }) => {
  const object = calledOn(node);
  if (!object || isMath(object) || !droppable.includes(calledName(node) ?? "") || isFirstRow(node)) return [];
  return [{ start: object.end, end: node.end, text: "" }];
};

const pairs: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  find: "findLast",
  findLast: "find",
  findIndex: "findLastIndex",
  startsWith: "endsWith",
  endsWith: "startsWith",
};

export const otherCall: Operator = ({ node }) => {
  const other = pairs[calledName(node) ?? ""];
  if (other === undefined || !calledOn(node)) return [];
  return [replace(childOf(childOf(node, "callee"), "property"), other)];
};
