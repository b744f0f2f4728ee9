import { type Operator, replace } from "../edit.ts";
import { childOf, childrenOf, isNode, type Node } from "../tree.ts";

/** A call nobody waits for the value of, awaited or not, is left out. */
export const removedCall: Operator = ({ node }) => {
  if (node.type !== "ExpressionStatement") return [];
  const call = called(childOf(node, "expression"));
  if (call.type !== "CallExpression" || childOf(call, "callee").type === "Super") return [];
  return [replace(node, ";")];
};

function called(node: Node): Node {
  if (node.type === "ChainExpression") return called(childOf(node, "expression"));
  const isThrownAway =
    node.type === "AwaitExpression" || (node.type === "UnaryExpression" && node.operator === "void");
  return isThrownAway ? called(childOf(node, "argument")) : node;
}

const exits = ["ReturnStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"];

/** An `if` that only leaves, by a return or a refusal, is left out. */
export const removedExit: Operator = ({ node }) => {
  if (node.type !== "IfStatement" || isNode(node.alternate)) return [];
  const consequent = childOf(node, "consequent");
  const last = consequent.type === "BlockStatement" ? childrenOf(consequent, "body").at(-1) : consequent;
  return last && exits.includes(last.type) ? [replace(node, "{}")] : [];
};
