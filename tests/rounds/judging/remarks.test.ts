import { describe, expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readRemarks, saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { auditor, judgingStudy, sealVerdicts } from "./judging-study.ts";

const asks = { docket: "everything", minutes: "10", lookFirst: false } as const;
const all = { asking: { ...asks, reasons: true, notes: true, repeat: true, tolerance: true } };
const none = { asking: { ...asks, reasons: false, notes: false, repeat: false, tolerance: false } };
const silent = { note: "", reasons: [], again: null } as const;

describeEngines("remarks on a pair in addition to the verdict", async (openStore) => {
  const app = testApp(await openStore());

  async function opened(settings: Partial<Record<string, unknown>>, people?: string[][]) {
    const study = await judgingStudy(app, { settings, ...(people && { people }) });
    await openRound(app, { studyId: study.studyId });
    const at = (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
    return { study, at };
  }

  it("are visible only to their author until the close, then to the panel anonymously", async () => {
    const { study, at } = await opened(all);
    await saveGivenRemark(app, at(0), { high: 0, low: 2, note: "first", reasons: [], again: null });
    const given = {
      high: 0,
      low: 2,
      note: "zeal",
      reasons: ["stronger", "other", "other"],
      again: null,
    } as const;
    await saveGivenRemark(app, at(0), given);
    await saveGivenRemark(app, at(1), { ...given, note: "an eye", reasons: ["stronger"] });
    await saveGivenRemark(app, at(2), { ...given, note: "", reasons: ["stronger"] });
    await saveGivenRemark(app, at(1), { ...silent, high: 1, low: 3 });
    const own = [{ ...given, reasons: ["other", "stronger"] }];
    expect(await readRemarks(app, at(0))).toEqual({ own, panel: null });
    const third = [{ ...given, note: "", reasons: ["stronger"] }];
    expect(await readRemarks(app, at(2))).toEqual({ own: third, panel: null });
    await sealVerdicts(app, at(0), [[0, 2, "unfair"]]);
    await sealVerdicts(app, at(1), [[0, 2, "acceptable"]]);
    await sealVerdicts(app, at(2), [[0, 2, "unfair"]]);
    await closeRound(app, { studyId: study.studyId, round: 1 });
    const { panel } = await readRemarks(app, at(2));
    // An auditor who does not flag the pair in the end has no reason for a flag.
    const remark = { high: 0, low: 2, notes: ["an eye", "zeal"], reasons: { other: 1, stronger: 2 } };
    expect(panel?.remarks).toEqual([remark]);
    await refused(saveGivenRemark(app, at(0), given), "round-closed");
  });

  it("are deleted with a person who is erased", async () => {
    const { study, at } = await opened(all);
    const { studyId, operatorId } = study;
    await saveGivenRemark(app, at(0), { ...silent, high: 0, low: 2, note: "about both" });
    await saveGivenRemark(app, at(0), { ...silent, high: 1, low: 3, note: "of others" });
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
    const before = await readJudging(app, at(0));
    const personId = before.people[2]?.person ?? "";
    await erasePerson(app, { studyId, personId, accountId: operatorId });
    const { own, panel } = await readRemarks(app, at(0));
    expect(own.map(({ note }) => note)).toEqual(["of others"]);
    const after = await readJudging(app, at(0));
    expect(after.people[2]).toEqual({ ...before.people[2], person: null, cells: null, shownKey: null });
    expect(panel?.remarks.flatMap(({ notes }) => notes)).toEqual(["of others"]);
  });

  it("are accepted only if the study asks for them, and on pairs that can be judged", async () => {
    const { at } = await opened(none);
    for (const part of [{ note: "n" }, { reasons: ["other"] as const }, { again: "unsure" as const }]) {
      const given = saveGivenRemark(app, at(0), { ...silent, high: 0, low: 2, ...part });
      expect((await refused(given, "bad-input")).message).toBe("This study does not ask for this remark.");
    }
    for (const part of [{ note: "n" }, { reasons: ["other"] as const }]) {
      const asking = { ...none.asking, notes: "note" in part, reasons: "reasons" in part };
      const { at: one } = await opened({ asking });
      await saveGivenRemark(app, one(0), { ...silent, high: 0, low: 2, ...part });
      expect((await readRemarks(app, one(0))).own).toEqual([{ ...silent, high: 0, low: 2, ...part }]);
    }
    const { at: asked } = await opened(all);
    await refused(saveGivenRemark(app, asked(0), { ...silent, high: 2, low: 3 }), "pair-not-eligible");
    // Four pairs are fewer than twelve, so none is repeated.
    const again = { ...silent, high: 0, low: 2, again: "unfair" } as const;
    await refused(saveGivenRemark(app, asked(0), again), "bad-input");
    expect((await readJudging(app, asked(0))).repeatCount).toBe(0);
  });

  describe("a second answer", () => {
    const people = Array.from({ length: 10 }, (_, index) => [index % 2 === 0 ? "90" : "10", "1", "rent"]);

    it("is requested for one pair in twelve, never counts, and shows an auditor's self-agreement", async () => {
      const { study, at } = await opened({ ...all, roundSize: "10" }, people);
      const pages = await Promise.all([0, 1].map((index) => readJudging(app, at(index))));
      for (const [index, { pairs, docketCount, repeatCount }] of pages.entries()) {
        expect([docketCount, repeatCount]).toEqual([25, 2]);
        const [[high, low] = [0, 0], [otherHigh, otherLow] = [0, 0], ...others] = pairs;
        await sealVerdicts(app, at(index), [
          [high, low, "unfair"],
          [otherHigh, otherLow, "unfair"],
        ]);
        const again = index === 0 ? "unfair" : "acceptable";
        await saveGivenRemark(app, at(index), { ...silent, high, low, again });
        for (const [one, other] of others) {
          const another = { ...silent, high: one, low: other, again } as const;
          await refused(saveGivenRemark(app, at(index), another), "bad-input");
        }
        // Only a note: no second answer to compare.
        await saveGivenRemark(app, at(index), { ...silent, high: otherHigh, low: otherLow, note: "hm" });
      }
      // A second answer of an auditor without a ballot.
      const [[high, low] = [0, 0]] = (await readJudging(app, at(2))).pairs;
      await saveGivenRemark(app, at(2), { ...silent, high, low, again: "unfair" });
      await closeRound(app, { studyId: study.studyId, round: 1 });
      const { panel } = await readRemarks(app, at(0));
      expect(panel?.remarks.flatMap(({ notes }) => notes)).toEqual(["hm", "hm"]);
      expect(panel).toMatchObject({
        selfAgreement: { own: { same: 1, asked: 1 }, panel: { same: 1, asked: 2 } },
      });
      expect((await readRemarks(app, at(1))).panel?.selfAgreement.own).toEqual({ same: 0, asked: 1 });
    });
  });
});
