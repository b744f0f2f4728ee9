import { expect, it } from "vitest";
import { saveVerdictRows } from "#db/queries/ballots.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of saved verdicts", ({ write }) => {
  const key = { studyId: "here", round: 3, seatId: "s1" };

  it("let other callers run between parts of many verdicts", async () => {
    let turns = 0;
    const verdicts = Array.from({ length: 1_200 }, (_, low) => [900, low, "unfair"] as const);
    await write(async (tx) => {
      const count = setInterval(() => (turns += 1), 0);
      await saveVerdictRows(tx, { ...key, savedAt: 9 }, verdicts);
      clearInterval(count);
    });
    expect(turns).toBeGreaterThan(0);
  });
});
