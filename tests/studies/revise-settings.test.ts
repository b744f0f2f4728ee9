import { expect, it } from "vitest";
import { readStudy } from "#server/results/read-study.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRevisableSettings, reviseSettings } from "#server/studies/revise-settings.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { startDraft } from "#tests/studies/drafts/drafting.ts";

describeEngines("settings of a published study", async (openStore) => {
  const app = testApp(await openStore());

  async function revise(studyId: string, change: Partial<SettingsDraft>, revision?: number) {
    const typed = await readRevisableSettings(app, studyId);
    const settings = { ...typed.settings, ...change };
    return reviseSettings(app, { studyId, revision: revision ?? typed.revision, settings });
  }

  const chances = Array.from({ length: 12 }, (_, index) => String(index / 20));
  const kinds: [string, StudyOptions, Partial<SettingsDraft>][] = [
    ["another mode", {}, { mode: "guarded", alphaPoints: "8", neededFlags: "1", seats: "3", quorum: "1" }],
    ["a number of picks", { settings: { draw: "even" } }, { picks: { rule: "at-most", count: "2" } }],
    [
      "a wanted start kept",
      { settings: { prior: { kind: "share", share: "40", source: null } } },
      { roundSize: "5" },
    ],
    ["an audit", { kind: "audit", people: madeUpPeople(12), chances }, { roundSize: "5", alphaPoints: "20" }],
  ];

  it.each(kinds)("are revised before the first opening: %s", async (_, options, change) => {
    const study = await publishedStudy(app, options);
    const { studyId } = study;
    const before = (await readStudy(app, studyId)).settings;
    const { seq } = await revise(studyId, change);
    const { settings, head } = await readStudy(app, studyId);
    expect(seq).toBe(head.seq);
    expect(settings).not.toEqual(before);
    expect(settings.learner.columns).toEqual(before.learner.columns);
    expect(settings.presentation.fields).toEqual(before.presentation.fields);
    expect((await readRevisableSettings(app, studyId)).settings).toMatchObject(change);
    await playRound(app, study, [() => true]);
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("keep the rules, start and number of picks that the file determined", async () => {
    const outcomes = ["yes", "no", "yes", "yes", "no", "yes"] as const;
    const people = outcomes.map((_, index) => [String(10 + index), "1", "own"]);
    const prior = { kind: "share", share: "40", source: null } as const;
    const picks = { rule: "usual", count: "" } as const;
    const settings = { draw: "even", prior, picks, roundSize: "3" } as const;
    const { studyId } = await publishedStudy(app, { people, outcomes, settings });
    const before = (await readStudy(app, studyId)).settings;
    await revise(studyId, { alphaPoints: "7" });
    const after = (await readStudy(app, studyId)).settings;
    expect(after).toEqual({ ...before, learner: { ...before.learner, alpha: "0.07", eps: "0.035" } });
    expect(after.learner).toMatchObject({ picks: { rule: "exactly" }, prior: { kind: "constants" } });
  });

  it("are refused with all reasons, and nothing is changed", async () => {
    const { studyId } = await publishedStudy(app);
    const { settings, revision } = await readRevisableSettings(app, studyId);
    const prior = { kind: "records", share: "50", source: null } as const;
    const change = { roundSize: "1", alphaPoints: "-3", restsOnBeacon: true, prior };
    const { problems } = await refused(revise(studyId, change), "bad-input");
    expect(problems.map(({ field }) => field)).toEqual([
      "settings.roundSize",
      "settings.alphaPoints",
      "settings.prior.kind",
      "settings.restsOnBeacon",
      "settings.mode",
    ]);
    await refused(revise(studyId, {}), "bad-input");
    await refused(revise(studyId, { alphaPoints: "9" }, revision + 1), "draft-outdated");
    await refused(revise(studyId, { mode: "paper", afterHorizon: "anytime" }), "bad-input");
    expect(await readRevisableSettings(app, studyId)).toMatchObject({ settings, revision });
    const both = await Promise.allSettled([
      revise(studyId, { alphaPoints: "8" }, revision),
      revise(studyId, { alphaPoints: "9" }, revision),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("are fixed once a round was opened, except the usual deadline, which is not logged", async () => {
    const { studyId } = await publishedStudy(app);
    await openRound(app, { studyId });
    const { message } = await refused(
      revise(studyId, { alphaPoints: "9", deadlineDays: "3" }),
      "settings-fixed",
    );
    expect(message).toMatch(/first round was opened.*: smallest difference that is judged\.$/);
    const { head } = await readStudy(app, studyId);
    expect(await revise(studyId, { deadlineDays: "3" })).toEqual({ seq: null });
    expect(await readStudy(app, studyId)).toMatchObject({ usualDeadlineDays: 3, head });
    await revise(studyId, { deadlineDays: "" });
    expect((await readStudy(app, studyId)).usualDeadlineDays).toBeNull();
  });

  it("keep the opening's values if a revision comes at the same moment", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { studyId } = await publishedStudy(app);
      const personIds = ["p1", "p2", "p3"];
      await Promise.allSettled([
        openRound(app, { studyId, personIds }),
        revise(studyId, { neededFlags: "1", quorum: "1" }),
      ]);
      const { log, features } = await exportStudy(app, studyId);
      expect(replay(log, features).problems).toEqual([]);
    }
  });

  it("are refused for a draft and for an ended study", async () => {
    const { studyId: draftId } = await startDraft(app);
    await refused(readRevisableSettings(app, draftId), "study-not-ready");
    const { studyId } = await publishedStudy(app);
    await endStudy(app, studyId);
    await refused(revise(studyId, { deadlineDays: "3" }), "study-ended");
  });
});
