import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allProcedures } from "./roles.ts";

const procedures = allProcedures();

describe("every procedure", () => {
  it("is found by this test", () => {
    expect(procedures.map(({ path }) => path)).toContain("accounts.suspend");
  });

  it.each(procedures)("$path declares its allowed callers", ({ definition }) => {
    expect(definition.meta?.role, "build it on a builder of server/http/trpc/procedures.ts").toBeDefined();
  });

  it.each(procedures)("$path accepts exactly the input it names", ({ definition }) => {
    expect(definition.inputs, "call .input(z.strictObject({ ... })) once").toHaveLength(1);
    expect(isStrict(definition.inputs[0]), "use z.strictObject, inside unions too").toBe(true);
  });

  const inStudies = procedures.filter(({ definition }) => typeof definition.meta?.role === "object");
  it.each(inStudies.length > 0 ? inStudies : [null])("of a study requires its studyId", (procedure) => {
    if (procedure === null) return;
    const parsed = procedure.definition.inputs[0]?.safeParse({});
    expect(parsed?.error?.issues.map(({ path }) => path.join("."))).toContain("studyId");
  });
});

/** Returns whether a schema refuses unknown keys, or is a union of such schemas. */
function isStrict(schema: z.ZodType | undefined): boolean {
  if (schema instanceof z.ZodObject) return schema.def.catchall instanceof z.ZodNever;
  if (schema instanceof z.ZodUnion)
    return schema.def.options.every((option) => isStrict(option as z.ZodType));
  if (schema instanceof z.ZodPipe) return isStrict(schema.def.in as z.ZodType);
  return false;
}
