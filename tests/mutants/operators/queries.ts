import { leaveOutEach, type Operator } from "../edit.ts";
import { calledName, calledOn, childrenOf } from "../tree.ts";

/** One condition less in `and(...)` or `or(...)`: a query that forgot whose rows it reads. */
export const droppedCondition: Operator = ({ node }) => {
  if (calledOn(node) || !["and", "or"].includes(calledName(node) ?? "")) return [];
  const conditions = childrenOf(node, "arguments");
  return conditions.length > 1 ? leaveOutEach(conditions) : [];
};

const withColumns = ["select", "selectDistinct", "returning", "set", "values"];

/** One column less in what a query reads or writes. */
export const droppedColumn: Operator = ({ node }) => {
  if (!calledOn(node) || !withColumns.includes(calledName(node) ?? "")) return [];
  const [columns] = childrenOf(node, "arguments");
  return columns?.type === "ObjectExpression" ? leaveOutEach(childrenOf(columns, "properties")) : [];
};
