import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { securityDetails } from "#server/audit-log/security/kinds.ts";

it("the documents list exactly the kinds of security events", () => {
  const rows = readFileSync("docs/security-log.md", "utf8").split("## Kinds")[1] ?? "";
  const kinds = [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(Object.keys(securityDetails));
});
