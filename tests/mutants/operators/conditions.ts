import { type Edit, type Operator, replace } from "../edit.ts";
import { bare, childOf, isNode, type Node, type Place, textOf } from "../tree.ts";

/** The boundary moved, and the opposite. */
const others: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
};

export const comparison: Operator = (place) =>
  place.node.type === "BinaryExpression"
    ? (others[String(place.node.operator)] ?? []).map((other) => withOperator(place, other))
    : [];

export const logical: Operator = (place) => {
  const { type, operator } = place.node;
  if (type !== "LogicalExpression" || operator === "??") return [];
  return [withOperator(place, operator === "&&" ? "||" : "&&")];
};

/** Only one side of `a ?? b`. */
export const fallback: Operator = ({ node }) => {
  if (node.type !== "LogicalExpression" || node.operator !== "??") return [];
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  return [
    { start: left.end, end: node.end, text: "" },
    { start: node.start, end: right.start, text: "" },
  ];
};

/** `!a` becomes `a`, and a condition its opposite, unless {@link comparison} makes it that already. */
export const negation: Operator = (place) => {
  const { node } = place;
  if (node.type === "UnaryExpression" && node.operator === "!") {
    return [{ start: node.start, end: childOf(node, "argument").start, text: "" }];
  }
  const { test } = node;
  if (!isNode(test) || node.type === "SwitchCase" || isOpposedElsewhere(bare(test))) return [];
  return [replace(test, `!(${textOf(place, test)})`)];
};

function isOpposedElsewhere({ type, operator }: Node): boolean {
  return (
    (type === "BinaryExpression" && String(operator) in others) ||
    (type === "UnaryExpression" && operator === "!") ||
    type === "Literal"
  );
}

/** The same two sides around another operator. */
export function withOperator({ node, source }: Place, other: string): Edit {
  const operator = String(node.operator);
  const start = source.indexOf(operator, childOf(node, "left").end);
  return { start, end: start + operator.length, text: other };
}
