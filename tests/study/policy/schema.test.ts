import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { policyFileSchema } from "#server/study/policy/policy-file.ts";

const published = "docs/policy-file.schema.json";

it("is the schema that is published", () => {
  const schema = { title: "Evenhand policy file", ...z.toJSONSchema(policyFileSchema) };
  expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(schema);
});

it("explains every key of the file", () => {
  const page = readFileSync("docs/policy-file.md", "utf8");
  for (const key of Object.keys(policyFileSchema.shape)) expect(page, key).toContain(`\`${key}\``);
});
