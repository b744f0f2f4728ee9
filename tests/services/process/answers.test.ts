import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { doorOf } from "#server/services/process/answers.ts";

const foldersOf = (place: string) =>
  readdirSync(place, { withFileTypes: true }).flatMap((found) => (found.isDirectory() ? [found.name] : []));

it("answers are counted by the part of the site they come from, never by what is asked for there", () => {
  const parts = foldersOf("app").filter((name) => name !== "api");
  expect(parts).toContain("studies");
  for (const name of parts)
    expect([doorOf(`/${name}`), doorOf(`/${name}/a-token?more`)]).toEqual([`/${name}`, `/${name}`]);
  for (const name of foldersOf("app/api")) expect(doorOf(`/api/${name}/a-token?more`)).toBe(`/api/${name}`);
});

it("what leads to no part of the site is counted together", () => {
  expect(["/", "/?q", ""].map(doorOf)).toEqual(["/", "/", "/"]);
  expect(["/_next/static/x.js", "/api/a-token", "/api", "/a-token/studies"].map(doorOf)).toEqual([
    "/_next",
    "/api",
    "/api",
    "elsewhere",
  ]);
});
