import { expect, it } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readResult } from "#server/rounds/judging/read-result.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { auditor, judgingStudy, sealVerdicts } from "./judging-study.ts";

describeReads("the result of a round for its auditors", async (openStore) => {
  const app = testApp(await openStore());

  /** Two auditors flag (0,2), one of them after a change; one alone flags (1,3); one does not judge (0,3). */
  async function judged() {
    const study = await judgingStudy(app);
    await openRound(app, { studyId: study.studyId });
    const at = (index: number) => ({ studyId: study.studyId, round: 1, accountId: auditor(study, index) });
    await sealVerdicts(app, at(0), [[0, 2, "acceptable"]], "1");
    await sealVerdicts(
      app,
      at(0),
      [
        [0, 2, "unfair"],
        [1, 2, "unsure"],
      ],
      "2",
    );
    await sealVerdicts(app, at(1), [
      [0, 2, "unfair"],
      [1, 2, "acceptable"],
      [1, 3, "unfair"],
    ]);
    return { study, at };
  }

  it("hides other auditors' verdicts while the round is open", async () => {
    const { at } = await judged();
    const view = await readResult(app, at(2));
    expect(view.result).toBeNull();
    expect(JSON.stringify(view)).not.toMatch(/unfair|unsure|acceptable|weight/);
  });

  it("shows the auditor's verdicts next to the panel's counts of counted ballots", async () => {
    const { study, at } = await judged();
    await closeRound(app, { studyId: study.studyId, round: 1 });
    const { result } = await readResult(app, at(0));
    expect(result).toMatchObject({ sealedCount: 2, sealed: { version: 2 } });
    const none = { unfair: 0, acceptable: 0, unsure: 0 };
    expect(result?.pairs).toEqual(
      [
        { high: 0, low: 2, mine: "unfair", counts: { ...none, unfair: 2 }, weight: "1" },
        { high: 0, low: 3, mine: null, counts: none, weight: null },
        { high: 1, low: 2, mine: "unsure", counts: { ...none, acceptable: 1, unsure: 1 }, weight: null },
        { high: 1, low: 3, mine: null, counts: { ...none, unfair: 1 }, weight: null },
      ].map((pair) => ({ ...pair, myTolerance: null, tolerances: [] })),
    );
  });

  it("shows the cards as judged after the close, without those of erased people", async () => {
    const { study, at } = await judged();
    const { studyId, operatorId: accountId } = study;
    const open = await readResult(app, at(0));
    expect(open).toMatchObject({ cards: null, publicNumber: null, asksTolerances: false });
    expect(open).toMatchObject({ alpha: "0.1", pairRule: expect.any(String) });
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
    await erasePerson(app, { studyId, personId: "p2", accountId });
    const { cards, chances } = await readResult(app, at(0));
    expect(cards?.fields.map(({ name }) => name)).toEqual(["income", "housing"]);
    expect(cards?.people).toEqual(
      [["90", "rent"], null, ["20", "rent"], ["10", "rent"]].map((cells, position) => ({
        ...{ position, chance: chances[position], cells },
      })),
    );
  });

  it("contains no name, seat, draw or decision", async () => {
    const { study, at } = await judged();
    await closeRound(app, { studyId: study.studyId, round: 1 });
    const view = await readResult(app, at(2));
    expect(view.result?.sealed).toBeNull();
    expect(JSON.stringify(view)).not.toMatch(
      /auditor-|seat"|"s\d"|selected|hypothesis|decision":(?!"who gets a loan")|salt|nonce/,
    );
  });

  it("never opens the ballots of a cancelled round", async () => {
    const { study, at } = await judged();
    await cancelRound(app, { studyId: study.studyId, round: 1, reason: "wrong-people" });
    const { round, result } = await readResult(app, at(0));
    expect([round.state, result]).toEqual(["cancelled", null]);
  });

  it("is refused to accounts not on the panel", async () => {
    const { at } = await judged();
    const stranger = auditor(await judgingStudy(app), 0);
    await expect(readResult(app, { ...at(0), accountId: stranger })).rejects.toMatchObject({
      code: "not-on-panel",
    });
  });
});
