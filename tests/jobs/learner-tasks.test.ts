import { expect, it } from "vitest";
import { openRound, reopenRound } from "#server/jobs/learner-tasks.ts";
import { person, smallSpec } from "../learner/fixtures.ts";

const seed = "0".repeat(64);

it("hands the numbers of all rules over in memory that both threads read, with the same numbers", () => {
  const columns = [{ name: "score", type: "number" }] as const;
  const predicates = ["1", "2"].map((value) => ({ column: "score", test: "above", value }) as const);
  const asked = {
    ...smallSpec,
    columns,
    hypotheses: { kind: "conjunctions", version: 1, predicates },
  } as const;
  const known = [
    { spec: asked, totals: [0, 0, 0, 0, 0] },
    // running totals: no one, everyone, and the three cuts both ways
    { spec: smallSpec, totals: [1, 2, 8] },
  ];
  for (const { spec, totals } of known) {
    const input = { spec, snapshot: null, people: [1, 2, 3].map(person), noiseSeed: seed };
    const opened = openRound(input);
    const { opening } = reopenRound({ ...input, resampleSeed: seed });
    for (const { weighed, runs } of [opened, opening]) {
      const found = weighed?.loss ?? runs?.cumulative;
      expect(found?.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect([...(found ?? [])]).toEqual(totals);
    }
  }
});
