import { describe, expect, it } from "vitest";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import {
  deeperTrees,
  forest,
  everyKind as kinds,
  everyLearner as learners,
} from "#tests/setup/every-kind.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { casesOn } from "#tests/setup/tier.ts";
import { verified } from "#tests/setup/verify.ts";

const cases = [
  ...kinds.flatMap((rules) => [
    { settings: learners[0] ?? {}, rules },
    { settings: learners[4] ?? {}, rules },
  ]),
  ...learners.map((settings) => ({ settings, rules: kinds[1] ?? {} })),
  { settings: learners[4] ?? {}, rules: deeperTrees },
  { settings: learners[4] ?? {}, rules: forest },
].map(({ settings, rules }) => ({
  name: `${settings.learner} ${settings.mode} ${settings.noise ?? ""} over ${rules.kind}${rules === deeperTrees ? " of depth 3" : rules === forest ? " that are not listed" : ""}`,
  settings,
  rules,
}));

describeEngines("every learner over every class", async (openStore, engine) => {
  const app = testApp(await openStore());

  describe.each(casesOn(engine.name, cases))("$name", ({ settings, rules }) => {
    it("plays rounds through the services: chances, ballots, draw, outcomes, a changed policy", async () => {
      const study = await publishedStudy(app, { settings, rules });
      const boards = [];
      for (let played = 0; played < 2; played += 1) {
        const board = await playRound(app, study, [() => true, () => true, () => false]);
        const outcomes = board.people
          .filter((person) => person.selected)
          .map(({ position }) => ({
            round: board.round.number,
            position,
            value: position % 2 ? ("yes" as const) : ("no" as const),
          }));
        const batch = {
          studyId: study.studyId,
          accountId: study.operatorId,
          idempotencyKey: `outcomes ${played}`,
        };
        if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
        boards.push(await readRoundDetails(app, study.studyId, board.round.number));
      }
      for (const { people, result } of boards) {
        for (const { chance } of people) expect(Number(chance) >= 0 && Number(chance) <= 1).toBe(true);
        expect(result?.rule).toMatch(/accept|reject/);
      }
      const files = await exportStudy(app, study.studyId);
      const lines = files.log.trimEnd().split("\n");
      expectVerified(files, lines);
      const updates = lines.map(readLine).filter((entry) => entry.type === "learner.updated");
      expect(updates.length).toBeGreaterThan(0);
      expectResamples(settings, lines);
    });
  });

  it("plays an audit, which has no learner at all: no draw, no outcome, no update", async () => {
    const chances = madeUpPeople(120).map((_, index) => String(((index * 7) % 11) / 10));
    const study = await publishedStudy(app, { kind: "audit", chances });
    const { result, people } = await playRound(app, study, [() => true, () => true, () => false]);
    expect(result?.draw).toBeNull();
    expect(people.every(({ selected, outcome }) => selected === null && outcome === null)).toBe(true);
    const files = await exportStudy(app, study.studyId);
    expect(files.log).not.toContain("learner.updated");
    const { problems, computed } = verified(files);
    expect(problems).toEqual([]);
    expect(computed).toEqual({ chances: people.length, panels: 1, draws: 0, states: 0 });
  });

  it("refuses a study whose learner draws too few rules for chances of three digits", async () => {
    const settings = { learner: "ftpl", mode: "known", resampleCount: "500" } as const;
    const error = await refused(publishedStudy(app, { settings }), "bad-input");
    expect(error.message).toContain("1,000");
  });
});

/** Checks that every value that can be computed was computed and equals the log. */
function expectVerified(files: Parameters<typeof verified>[0], lines: readonly string[]): void {
  const { answer, problems, reservations, computed } = verified(files);
  expect(problems).toEqual([]);
  expect(answer).toBe("holds-in-part");
  expect(reservations.map(({ kind }) => kind)).toEqual(["no-beacon", "no-witness"]);
  const count = (type: string) => lines.filter((line) => line.includes(`"type":"${type}"`)).length;
  const chances = lines.join("").match(/"chance":"/g)?.length;
  const updated = count("learner.updated");
  expect(computed).toEqual({ chances, panels: 2, draws: 2, states: updated });
  const second = replay(files.log, files.features, files.totals);
  expect(second.problems).toEqual([]);
  expect(second).toMatchObject({ ok: true, chanceCount: chances });
}

/** Checks that only FTPL in mode `paper` logs J at the close, and only for selected people. */
function expectResamples({ learner, mode }: Partial<SettingsDraft>, lines: readonly string[]): void {
  const closings = lines
    .map(readLine)
    .filter((entry): entry is Entry<"round.closed"> => entry.type === "round.closed");
  for (const { body } of closings) {
    if (learner !== "ftpl" || mode !== "paper") expect(body.resamples).toBeUndefined();
    else expect(body.resamples?.map((count) => (count > 0 ? 1 : 0))).toEqual(body.draw?.decisions);
  }
}
