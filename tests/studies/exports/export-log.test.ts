import { expect, it } from "vitest";
import { openRound } from "#server/rounds/open-round.ts";
import { exportLog, logHead } from "#server/studies/exports/export-log.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";

describeReads("the export of a log", (openStore) => {
  it("reads the log in small batches, so that other requests are not held up", async () => {
    const app = testApp(await openStore());
    const study = await judgingStudy(app);
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    for (let ballot = 0; ballot < 60; ballot += 1) {
      app.clock.advance(10_000);
      const where = { studyId, round, accountId: auditor(study, ballot % 3) };
      await sealVerdicts(app, where, [[0, 2, "unfair"]], String(ballot));
    }
    let reads = 0;
    const read: typeof app.store.read = (body) => {
      reads += 1;
      return app.store.read(body);
    };
    const { seq } = await logHead(app, studyId);
    const lines = await Array.fromAsync(exportLog({ ...app, store: { ...app.store, read } }, studyId, seq));
    expect(lines).toHaveLength(seq);
    expect(seq).toBeGreaterThan(60);
    expect(await Array.fromAsync(exportLog(app, studyId, seq + 1))).toEqual(lines);
    expect(reads).toBeGreaterThanOrEqual(Math.ceil(seq / 50));
  });
});
