import { expect, it } from "vitest";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { frontier, prepareRounds, redecide } from "#server/analysis/what-if/redecide.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { readWhatIfRounds } from "#server/results/what-if/read-rounds.ts";
import { readWhatIf } from "#server/results/what-if/read-what-if.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import {
  incomeAbove,
  madeUpPeople,
  publishedStudy,
  type StudyOptions,
  type TestStudy,
} from "#tests/setup/study.ts";

/** Every other person earns much, so that most pairs of a round of four can be judged. */
const options = {
  people: madeUpPeople(60).map(([, ...rest], index) => [
    String(index % 2 ? 10 + index : 60 + index),
    ...rest,
  ]),
  rules: { kind: "conjunctions", predicates: incomeAbove(12, 28, 40, 50) },
} satisfies StudyOptions;

describeReads("the explorer", async (openStore) => {
  const app = testApp(await openStore());

  /** Every closed round, part after part. */
  async function allRounds(studyId: string): Promise<WhatIfRound[]> {
    const rounds: WhatIfRound[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const part: Awaited<ReturnType<typeof readWhatIfRounds>> = await readWhatIfRounds(app, {
        studyId,
        after,
      });
      rounds.push(...part.rounds);
      after = part.next;
    }
    return rounds;
  }

  /** Three rounds, the second one cancelled, outcomes that come late, and an open round. */
  async function play(study: TestStudy): Promise<void> {
    const { studyId, operatorId: accountId } = study;
    const tell = async (round: number, key: string, some: (position: number) => boolean) => {
      const { people } = await readRoundDetails(app, studyId, round);
      const outcomes = people
        .filter(({ selected, position }) => selected && some(position))
        .map(({ position }) => ({
          round,
          position,
          value: position % 2 ? ("yes" as const) : ("no" as const),
        }));
      if (outcomes.length > 0)
        await recordOutcomes(app, { studyId, accountId, idempotencyKey: key }, outcomes);
    };
    await playRound(app, study, [() => true, (_, __, gap) => gap > 0.5, () => false]);
    await openRound(app, { studyId });
    await tell(1, "while the second is open", (position) => position % 2 === 0);
    await cancelRound(app, { studyId, round: 2, reason: "trouble" });
    await playRound(app, study, [() => true, () => true, (_, __, gap) => gap > 0.6]);
    await tell(1, "the rest", (position) => position % 2 === 1);
    await tell(3, "of the third", () => true);
    await playRound(app, study, [() => false, () => true, () => true]);
    await openRound(app, { studyId });
  }

  /** The ballots that the log opens, counted without the product: by round, then pair. */
  async function flagsInLog(studyId: string) {
    const { log } = await exportStudy(app, studyId);
    const rounds = new Map<number, Map<string, Set<string>>>();
    const chances = new Map<number, string[]>();
    for (const line of log.trimEnd().split("\n")) {
      const { type, body } = JSON.parse(line);
      if (type === "round.opened") {
        chances.set(
          body.round,
          body.people.map(({ chance }: { chance: string }) => chance),
        );
      }
      if (type === "round.closed" && !rounds.has(body.round)) rounds.set(body.round, new Map());
      if (type !== "ballot.opened") continue;
      const own = rounds.get(body.round) ?? new Map<string, Set<string>>();
      for (const [high, low, word] of body.verdicts) {
        const flagging = own.get(`${high}>${low}`) ?? new Set();
        if (word === "unfair") flagging.add(body.seat);
        own.set(`${high}>${low}`, flagging);
      }
      rounds.set(body.round, own);
    }
    return { rounds, chances };
  }

  it("has the verdicts of the log: what another rule would have reported equals a count by hand", async () => {
    const study = await publishedStudy(app, options);
    const { studyId } = study;
    expect(await readWhatIf(app, studyId)).toMatchObject({ closedCount: 0, openRounds: [] });
    expect(await readWhatIfRounds(app, { studyId, after: 0 })).toEqual({ rounds: [], next: null });
    await play(study);
    const view = await readWhatIf(app, studyId);
    expect(view).toMatchObject({ closedCount: 3, openRounds: [5], gamma: { numerator: 2, denominator: 3 } });
    const rounds = await allRounds(studyId);
    const logged = await flagsInLog(studyId);
    expect(rounds.map(({ number }) => number)).toEqual([...logged.rounds.keys()]);
    expect(rounds.map(({ chances }) => chances)).toEqual(
      [...logged.rounds.keys()].map((round) => logged.chances.get(round)),
    );
    const prepared = prepareRounds(rounds);
    const byHand = (holds: (flagging: ReadonlySet<string>) => boolean, alpha: number) =>
      [...logged.rounds].map(([round, pairs]) => {
        const chances = (logged.chances.get(round) ?? []).map(Number);
        return [...pairs].flatMap(([pair, flagging]) => {
          const [high = 0, low = 0] = pair.split(">").map(Number);
          return holds(flagging) && (chances[high] ?? 0) - (chances[low] ?? 0) > alpha ? [pair] : [];
        });
      });
    const anew = (rule: PanelRule, alpha: string) =>
      redecide(prepared, { rule, alpha }).map(({ reported }) =>
        reported.map(([high, low]) => `${high}>${low}`),
      );
    const own = Number(view.alpha);
    for (const [alpha, text] of [
      [own, view.alpha],
      [0.5, "0.5"],
    ] as const) {
      for (const needed of [1, 2, 3]) {
        const expected = byHand(({ size }) => size >= needed, alpha);
        expect(anew({ kind: "at-least", flags: needed }, text)).toEqual(expected);
        const point = frontier(prepared, text)[needed - 1];
        expect([point?.reports, point?.reportedPairs]).toEqual([
          expected.filter((pairs) => pairs.length > 0).length,
          expected.flat().length,
        ]);
      }
    }
    const third: PanelRule = {
      kind: "all",
      rules: [
        { kind: "auditor", auditor: 2 },
        { kind: "at-least", flags: 2 },
      ],
    };
    expect(anew(third, view.alpha)).toEqual(
      byHand((flagging) => flagging.has("s3") && flagging.size >= 2, own),
    );
    expect(anew(third, view.alpha).flat().length).toBeGreaterThan(0);
    expect(await readWhatIfRounds(app, { studyId, after: 3 })).toMatchObject({
      rounds: [{ number: 4 }],
      next: null,
    });
  });

  it("counts verdicts of a person who was erased all the same", async () => {
    const study = await publishedStudy(app, options);
    const { studyId } = study;
    await playRound(app, study, [() => true, () => true]);
    const second = await playRound(app, study, [() => true, () => true]);
    const before = await allRounds(studyId);
    const personId = second.people[0]?.personId ?? "";
    await erasePerson(app, { studyId, personId, accountId: study.operatorId });
    const rounds = await allRounds(studyId);
    const judged = (some: readonly WhatIfRound[]) => some.map(({ pairs, chances }) => ({ pairs, chances }));
    expect(judged(rounds)).toEqual(judged(before));
    expect(before.flatMap(({ pairs }) => pairs).length).toBeGreaterThan(0);
  });

  it("counts the verdicts of an audit", async () => {
    // whichever people are drawn, any two are further apart than the study's 0.1
    const chances = madeUpPeople(8).map((_, index) => String(index / 8));
    const study = await publishedStudy(app, { kind: "audit", people: madeUpPeople(8), chances });
    const { studyId } = study;
    await playRound(app, study, [() => true, () => true, () => false]);
    expect(await readWhatIf(app, studyId)).toMatchObject({ closedCount: 1 });
    const [round] = await allRounds(studyId);
    expect(round).toMatchObject({ selected: null });
    expect(round?.pairs.length).toBeGreaterThan(0);
    const points = frontier(prepareRounds([round as WhatIfRound]), "0.1");
    expect(points.map(({ reports }) => reports)).toEqual([1, 1, 0]);
  });
});
