import { parseSync } from "vite";

type Node = { readonly type: string; readonly [key: string]: unknown };

const INSTEAD = "take the value as an argument, so that every replay gives the same result";

/** Lists the uses of clocks, hidden randomness and waiting in a file that must be a pure function of its arguments. */
export function impurities(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) visit(element);
    if (!isNode(value)) return;
    const name = impurityOf(value);
    if (name)
      found.push(
        `${file}:${lineOf(source, value)} uses ${name}, but server/learner is pure. Instead: ${INSTEAD}`,
      );
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found;
}

function impurityOf(node: Node): string | undefined {
  if (
    node.type === "Identifier" &&
    ["Date", "performance", "crypto", "process"].includes(String(node.name))
  ) {
    return String(node.name);
  }
  if (
    node.type === "MemberExpression" &&
    nameOf(node.object) === "Math" &&
    nameOf(node.property) === "random"
  ) {
    return "Math.random";
  }
  if (node.async === true) return "async";
  if (node.type === "AwaitExpression" || node.await === true) return "await";
  return undefined;
}

function nameOf(value: unknown): unknown {
  return isNode(value) ? (value.name ?? value.value) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function lineOf(source: string, node: Node): number {
  return source.slice(0, Number(node.start)).split("\n").length;
}
