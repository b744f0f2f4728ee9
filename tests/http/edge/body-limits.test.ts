import { expect, it } from "vitest";
import { anonymousBodyLimit, bodyLimitOf } from "#server/http/edge/body-limits.ts";
import { allProcedures } from "../roles.ts";

it("allows large bodies only for procedures that require a session", () => {
  const roomy = allProcedures().filter(({ path }) => bodyLimitOf([path]) > bodyLimitOf(["accounts.list"]));
  expect(roomy.map(({ path }) => path)).toEqual([
    "ballots.save",
    "ballots.seal",
    "drafts.save",
    "drafts.records.choose",
    "guidelines.revise",
    "organisation.save",
    "outcomes.record",
    "outcomes.file.choose",
    "panel.saveAttributes",
    "panel.inviteMany",
    "people.file.choose",
    "report.state",
    "results.policyChances",
    "results.policyChancesOfFile",
  ]);
  for (const { definition } of roomy) expect(definition.meta?.role).not.toBe("public");
});

it("limits requests before sign-in to 8 KB", () => {
  expect(anonymousBodyLimit).toBe(8 * 1024);
});
