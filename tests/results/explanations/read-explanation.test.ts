import { expect, it } from "vitest";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import {
  makePersonalLink,
  readPersonalLinks,
  withdrawPersonalLink,
} from "#server/results/explanations/personal-links.ts";
import { objectByLink, readExplanation } from "#server/results/explanations/read-explanation.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { overrideDecision } from "#server/rounds/outcomes/override-decision.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";

const day = 24 * 60 * 60_000;

describeEngines("a personal link", async (openStore) => {
  const app = testApp(await openStore());

  /** A study whose panel reported every pair of round 1, and links to its people. */
  async function reported() {
    const study = await judgingStudy(app, { auditors: 2 });
    const { studyId, operatorId: accountId } = study;
    await openRound(app, { studyId });
    const where = (seat: number) => ({ studyId, round: 1, accountId: auditor(study, seat) });
    const { pairs } = await readJudging(app, where(0));
    const unfair = pairs.map(([high, low]): Verdict => [high, low, "unfair"]);
    for (const seat of [0, 1]) await sealVerdicts(app, where(seat), unfair);
    await closeRound(app, { studyId, round: 1 });
    const link = (position: number, days = 30) =>
      makePersonalLink(app, { studyId, round: 1, position }, { days, contact: "Ms Ada, room 7", accountId });
    return { study, studyId, accountId, link };
  }

  it("explains the decision to the person exactly as logged, and names no other person", async () => {
    const { studyId, link } = await reported();
    const { token, expiresAt } = await link(2);
    expect(token.length).toBeGreaterThanOrEqual(22);
    const explanation = await readExplanation(app, token);
    if (explanation === null) throw new Error("the link does not work");
    // Position 2 has an income of 20: of 17 rules, accept everyone and one other accept it.
    expect(Number(explanation.chance)).toBeCloseTo(2 / 17, 12);
    expect(explanation).toMatchObject({ personId: "p3", position: 2, contact: "Ms Ada, room 7", expiresAt });
    expect(explanation.study.id).toBe(studyId);
    expect(explanation.reports).toEqual({
      seatCount: 2,
      pairs: [0, 1].map(() => ({ isHigher: false, flagCount: 2, isAnnulled: false })),
    });
    const { explained } = explanation;
    expect(explained?.influences[0]).toMatchObject({ isMet: expect.any(Boolean) });
    expect(explained?.up).toMatchObject({ kind: "found" });
    const [first] = explained?.up.kind === "found" ? explained.up.changes : [];
    expect(first?.cells).toEqual([{ column: expect.any(String), to: { kind: "above", value: "28" } }]);
    expect(explained?.down).toEqual({ kind: "none" });
    expect(explained?.columns.map(({ cell }) => cell)).toEqual(["20"]);
    expect(JSON.stringify(explanation)).not.toMatch(/"p[124]"|case-/);
  });

  it("gives the same answer if it expired, was withdrawn, replaced or never existed", async () => {
    const { studyId, link } = await reported();
    const withdrawn = await link(0);
    await withdrawPersonalLink(app, { studyId, round: 1, position: 0 });
    const replaced = await link(1);
    const present = await link(1);
    const expired = await link(3, 1);
    expect((await readPersonalLinks(app, { studyId, round: 1 })).map(({ position }) => position)).toEqual([
      1, 3,
    ]);
    expect(await readExplanation(app, present.token)).not.toBeNull();
    app.clock.advance(2 * day);
    for (const token of [withdrawn.token, replaced.token, expired.token, "never made", ""]) {
      expect(await readExplanation(app, token)).toBeNull();
      await refused(objectByLink(app, { token, text: "Unfair." }), "personal-link-over");
    }
    expect(await readExplanation(app, present.token)).not.toBeNull();
  });

  it("shows that a person with authority overrode the decision", async () => {
    const { studyId, accountId, link } = await reported();
    const { token } = await link(2);
    const before = await readExplanation(app, token);
    expect(before?.override).toBeNull();
    const decision = before?.isPicked ? 0 : 1;
    const by = { reason: "safety", decidedBy: "head of the office", accountId } as const;
    await overrideDecision(app, { studyId, round: 1, position: 2, decision, ...by });
    expect(await readExplanation(app, token)).toMatchObject({
      isPicked: before?.isPicked,
      override: { decidedBy: "head of the office" },
    });
  });

  it("accepts one open objection, and shows it", async () => {
    const { link } = await reported();
    const { token } = await link(3);
    await objectByLink(app, { token, text: "I paid everything back." });
    await refused(objectByLink(app, { token, text: "Again." }), "objection-pending");
    expect((await readExplanation(app, token))?.objections).toMatchObject([
      { text: "I paid everything back.", state: "received", askedIn: null, answers: null },
    ]);
  });

  it("exists only for closed rounds, and ends with the person's erasure", async () => {
    const { studyId, accountId, link } = await reported();
    const of = { days: 1, contact: "x", accountId };
    await refused(makePersonalLink(app, { studyId, round: 2, position: 0 }, of), "not-found");
    const [own, other] = [await link(0), await link(1)];
    await applyUpdates(app, studyId);
    await erasePerson(app, { studyId, personId: "p1", accountId });
    expect(await readExplanation(app, own.token)).toBeNull();
    await refused(link(0), "person-erased");
    expect(await readExplanation(app, other.token)).toMatchObject({ personId: "p2", explained: null });
    await openRound(app, { studyId });
    await refused(makePersonalLink(app, { studyId, round: 2, position: 0 }, of), "objection-too-early");
  });
});
