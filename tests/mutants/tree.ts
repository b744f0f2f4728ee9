import { parseSync } from "vite";

export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

/** A node where it stands; the nearest of its parents comes first. */
export type Place = {
  readonly node: Node;
  readonly parents: readonly Node[];
  readonly file: string;
  readonly source: string;
};

/** Around an expression that runs. All other nodes of this kind are types, which are gone when the code runs. */
const wrappers = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];
const linkage = ["ImportDeclaration", "ImportExpression", "ExportAllDeclaration"];

export function parses(file: string, source: string): boolean {
  return parseSync(file, source).errors.length === 0;
}

/** Every node of a file that runs, parents before children. @throws Error if the file cannot be parsed */
export function placesOf(file: string, source: string): Place[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const places: Place[] = [];
  const visit = (value: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(value)) for (const element of value) visit(element, parents);
    if (!isNode(value) || isGone(value)) return;
    places.push({ node: value, parents, file, source });
    for (const child of Object.values(value)) visit(child, [value, ...parents]);
  };
  visit(program, []);
  return places;
}

function isGone({ type }: Node): boolean {
  return (type.startsWith("TS") && !wrappers.includes(type)) || linkage.includes(type);
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A child that the grammar says is there. */
export function childOf(node: Node, key: string): Node {
  const child = node[key];
  if (!isNode(child)) throw new Error(`${node.type} has no ${key}`);
  return child;
}

export function childrenOf(node: Node, key: string): Node[] {
  const children = node[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
}

/** What is inside parentheses and type assertions. */
export function bare(node: Node): Node {
  return node.type === "ParenthesizedExpression" || wrappers.includes(node.type)
    ? bare(childOf(node, "expression"))
    : node;
}

/** The `name` of `name(...)` and of `anything.name(...)`. */
export function calledName(node: Node): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = childOf(node, "callee");
  const named = callee.type === "MemberExpression" ? childOf(callee, "property") : callee;
  return named.type === "Identifier" ? String(named.name) : undefined;
}

/** The `anything` of `anything.name(...)`. */
export function calledOn(node: Node): Node | undefined {
  const callee = node.type === "CallExpression" ? childOf(node, "callee") : node;
  return callee.type === "MemberExpression" ? childOf(callee, "object") : undefined;
}

export function textOf({ source }: Place, { start, end }: Node): string {
  return source.slice(start, end);
}
