import { expect, it } from "vitest";
import { guidelineHash } from "#server/audit-log/guidelines.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { readGuidelines, reviseGuidelines } from "#server/studies/guidelines.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

describeEngines("guidelines revised after publication", async (openStore) => {
  const app = testApp(await openStore());
  const study = await publishedStudy(app);

  const revise = (basedOn: number, body: string, purpose = "Small loans") =>
    reviseGuidelines(app, { studyId: study.studyId, accountId: study.operatorId, basedOn, purpose, body });

  it("apply from the next opening on, and an open round keeps its version", async () => {
    const { studyId, auditorIds } = study;
    const [accountId = ""] = auditorIds;
    const judging = (round: number) => readJudging(app, { studyId, round, accountId });
    await openRound(app, { studyId });
    const { version, seq } = await revise(1, "Judge **what** you see.");
    expect(version).toBe(2);
    expect((await judging(1)).guideline).toEqual({
      purpose: "Small loans",
      body: "Judge what you see.",
      language: "en",
      version: 1,
      latest: 2,
    });
    expect(await readGuidelines(app, { studyId })).toMatchObject({
      shown: { version: 2, body: "Judge **what** you see." },
      openRounds: [{ number: 1, version: 1 }],
    });
    await closeRound(app, { studyId, round: 1 });
    await openRound(app, { studyId });
    expect((await judging(2)).guideline).toMatchObject({
      body: "Judge **what** you see.",
      version: 2,
      latest: 2,
    });
    expect((await readRoundDetails(app, studyId, 2)).round.guidelineVersion).toBe(2);

    const { log, features } = await exportStudy(app, studyId);
    const entries = log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries[seq - 1]).toMatchObject({
      type: "guidelines.revised",
      body: { version: 2, hash: guidelineHash("Small loans", "Judge **what** you see.") },
    });
    const opened = entries.filter(({ type }) => type === "round.opened");
    expect(opened.map(({ body }) => body.guidelineVersion)).toEqual([1, 2]);
    expect(log).not.toContain("what** you see");
    expect(replay(log, features).problems).toEqual([]);
  });

  it("remain readable in every version", async () => {
    const { studyId } = study;
    expect(await readGuidelines(app, { studyId, version: 1 })).toMatchObject({
      shown: { version: 1, body: "Judge what you see." },
      versions: [{ version: 2 }, { version: 1 }],
    });
    const { message } = await refused(readGuidelines(app, { studyId, version: 3 }), "not-found");
    expect(message).toBe("The guidelines have versions 1 to 2, not 3.");
  });

  it("are refused if nothing changed, or if another version was published meanwhile", async () => {
    await refused(revise(2, "Judge **what** you see."), "bad-input");
    await refused(revise(1, "From an older version."), "draft-outdated");
    const [first, second] = await Promise.allSettled([revise(2, "One"), revise(2, "Two")]);
    expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect((await readGuidelines(app, { studyId: study.studyId })).versions).toHaveLength(3);
  });

  it("of a draft are part of the draft", async () => {
    const { studyId, operatorId: accountId } = await startDraft(app);
    await refused(
      reviseGuidelines(app, { studyId, accountId, basedOn: 1, purpose: "p", body: "b" }),
      "study-not-ready",
    );
    await refused(readGuidelines(app, { studyId }), "study-not-ready");
  });
});
