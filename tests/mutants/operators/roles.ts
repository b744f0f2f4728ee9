import type { DeclaredRole } from "#server/api/trpc/roles.ts";
import { leaveOutEach, type Operator } from "../edit.ts";
import { childrenOf, type Node } from "../tree.ts";

type StudyRole = Extract<DeclaredRole, { study: unknown }>["study"][number];

const studyRoles = [
  "operator",
  "auditor",
  "researcher",
  "former-auditor",
] as const satisfies readonly StudyRole[];
const accountRoles = ["administrator", "operator", "member"] as const;

/** In the doors, a list of nothing but roles lets in one role more, or one less. */
export const otherRoles: Operator = ({ node, file }) => {
  if (!file.startsWith("server/api/")) return [];
  const list = childrenOf(node, node.type === "ArrayExpression" ? "elements" : "arguments");
  const last = list.at(-1);
  const roles = rolesLike(list);
  if (!last || !roles) return [];
  const held = list.map(({ value }) => value);
  const more = roles
    .filter((role) => !held.includes(role))
    .map((role) => ({ start: last.end, end: last.end, text: `, "${role}"` }));
  return list.length > 1 ? [...more, ...leaveOutEach(list)] : more;
};

/** The roles that these are some of. Alone, an operator is that of a study. */
function rolesLike(list: readonly Node[]): readonly string[] | undefined {
  return [studyRoles, accountRoles].find((roles: readonly string[]) =>
    list.every(({ type, value }) => type === "Literal" && roles.includes(String(value))),
  );
}
