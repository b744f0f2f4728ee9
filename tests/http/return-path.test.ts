import fc from "fast-check";
import { expect, it } from "vitest";
import { safeReturnPath } from "#server/http/return-path.ts";

it.each(["/", "/studies/1?tab=2", "/studies/1#people", "/invitation/abc", "/%2f/evil.example"])(
  "redirects back to %s",
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

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
  "/sign-in/factor",
  "//[",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2e//evil.example",
  "/a/..//evil.example",
  "/a/b/../..//evil.example",
  "/./\\evil.example",
  "/.\t//evil.example",
  "/\n/evil.example",
  "/.\\.\\..//evil.example/%2f..",
  "/..///evil.example",
])("redirects to the front page instead of %j", (path) => {
  expect(safeReturnPath(path)).toBe("/");
});

/** Parts of addresses that a browser parses specially, together with ordinary text. */
const pieces = fc.constantFrom(
  "/",
  "\\",
  ".",
  "..",
  "%2e",
  "%2E",
  "%2f",
  "%5c",
  "\t",
  "\n",
  "\r",
  "@",
  ":",
  "?",
  "#",
  "a",
  " ",
);
const hostile = fc.array(fc.oneof(pieces, fc.constant("evil.example"), fc.string({ maxLength: 3 })), {
  maxLength: 12,
});

it.each(["http://localhost:3000", "https://evenhand.example"])(
  "stays on %s for any path, as a browser parses it, and gives the same result when applied again",
  (origin) => {
    fc.assert(
      fc.property(hostile, (parts) => {
        const path = safeReturnPath(`/${parts.join("")}`);
        expect(new URL(path, `${origin}/sign-in`).origin).toBe(origin);
        expect(safeReturnPath(path)).toBe(path);
      }),
      { numRuns: 5_000 },
    );
  },
);
