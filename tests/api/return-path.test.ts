import { expect, it } from "vitest";
import { safeReturnPath } from "#server/api/return-path.ts";

it.each(["/", "/studies/1?tab=2", "/invitation/abc"])("leads back to %s", (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

it.each([
  undefined,
  null,
  "",
  "studies",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "javascript:alert(1)",
  "/sign-in?next=/sign-in",
])("leads to the front page instead of %j", (path) => {
  expect(safeReturnPath(path)).toBe("/");
});
