import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allProcedures } from "../roles.ts";

it.each(allProcedures())("$path is called in the test of its router", ({ path }) => {
  const [router, ...names] = path.split(".");
  const source = readFileSync(`tests/http/routers/${router}.test.ts`, "utf8");
  expect(source, `call ${path} and look at what it did`).toMatch(new RegExp(`\\b${names.join("\\.")}\\(`));
});
