import { type Operator, replace } from "../edit.ts";
import { bare, calledName, calledOn, childOf, childrenOf, type Node, type Place } from "../tree.ts";
import { withOperator } from "./conditions.ts";

const others: Readonly<Record<string, string>> = {
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "**": "*",
  "+=": "-=",
  "-=": "+=",
  "*=": "/=",
  "/=": "*=",
  ">>": "<<",
  "<<": ">>",
};

export const arithmetic: Operator = (place) => {
  const { node } = place;
  if (node.type !== "BinaryExpression" && node.type !== "AssignmentExpression") return [];
  const other = others[String(node.operator)];
  if (other === undefined || isStep(place)) return [];
  return isText(childOf(node, "left")) || isText(childOf(node, "right")) ? [] : [withOperator(place, other)];
};

export const sign: Operator = ({ node }) =>
  node.type === "UnaryExpression" && node.operator === "-"
    ? [{ start: node.start, end: childOf(node, "argument").start, text: "" }]
    : [];

/** One more, and one less. */
export const numberLiteral: Operator = (place) => {
  const { node } = place;
  if (node.type !== "Literal" || isStep(place) || isKey(place)) return [];
  if (typeof node.bigint === "string") {
    const value = BigInt(node.bigint);
    return [replace(node, `${value + 1n}n`), replace(node, `${value - 1n}n`)];
  }
  if (typeof node.value !== "number") return [];
  if (isFirstRow(place.parents[0])) return [replace(node, "0")];
  return [replace(node, String(node.value + 1)), replace(node, String(node.value - 1))];
};

const mathPairs: Readonly<Record<string, string>> = {
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  round: "floor",
};

export const mathCall: Operator = ({ node }) => {
  if (!isMath(calledOn(node))) return [];
  const other = mathPairs[calledName(node) ?? ""];
  return other === undefined ? [] : [replace(childOf(childOf(node, "callee"), "property"), other)];
};

export function isMath(node: Node | undefined): boolean {
  return node?.type === "Identifier" && node.name === "Math";
}

/** `.limit(1)`: whoever asks for one row takes the first of those that come. */
export function isFirstRow(node: Node | undefined): boolean {
  return node !== undefined && calledName(node) === "limit" && childrenOf(node, "arguments")[0]?.value === 1;
}

/** Whether it is in the step of a `for`: changed, that would run for ever and tell nothing. */
function isStep({ node, parents }: Place): boolean {
  return parents.some((parent, index) => {
    const child = index === 0 ? node : parents[index - 1];
    return parent.type === "ForStatement" && parent.update === child;
  });
}

export function isKey({ node, parents: [parent] }: Place): boolean {
  return parent !== undefined && parent.key === node && parent.computed !== true;
}

function isText(node: Node): boolean {
  const { type, value } = bare(node);
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}
