import { describe, expect, it } from "vitest";
import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import { frontier, prepareRounds, redecide } from "#server/analysis/what-if/redecide.ts";
import { ErasedPersonError, replay } from "#server/analysis/what-if/replay.ts";
import { summariseReplays } from "#server/analysis/what-if/summary.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { readEntry } from "#server/results/read-entry.ts";
import { readWhatIfRounds } from "#server/results/what-if/read-rounds.ts";
import { readWhatIf } from "#server/results/what-if/read-what-if.ts";
import { takeHistory } from "#server/results/what-if/take-history.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { everyLearner } from "#tests/setup/every-kind.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import {
  incomeAbove,
  madeUpPeople,
  publishedStudy,
  type StudyOptions,
  type TestStudy,
} from "#tests/setup/study.ts";
import { readAllRounds, takeAllHistory } from "./reading.ts";

/** Every other person has a high income, so that most pairs of a round of four can be judged. */
const options = {
  people: madeUpPeople(60).map(([, ...rest], index) => [
    String(index % 2 ? 10 + index : 60 + index),
    ...rest,
  ]),
  rules: { kind: "conjunctions", predicates: incomeAbove(12, 28, 40, 50) },
} satisfies StudyOptions;

describeReads("the explorer", async (openStore) => {
  const app = testApp(await openStore());

  const allRounds = (studyId: string) => readAllRounds(app, studyId);
  const historyOf = (study: TestStudy) => takeAllHistory(app, study);

  /** Three rounds, the second one cancelled, late outcomes, and an open round. */
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

  /** Counts the log's opened ballots without the product's code, by round and pair. */
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

  it("has the log's verdicts: another rule's reports equal a count by hand", async () => {
    const study = await publishedStudy(app, options);
    const { studyId } = study;
    expect(await readWhatIf(app, studyId)).toMatchObject({ closedCount: 0, openRounds: [] });
    expect(await readWhatIfRounds(app, { studyId, after: 0 })).toEqual({ rounds: [], next: null });
    await play(study);
    const view = await readWhatIf(app, studyId);
    expect(view).toMatchObject({ closedCount: 3, openRounds: [5], gamma: { numerator: 2, denominator: 3 } });
    expect(view.learner).toMatchObject({ kind: "exp2", mode: "known", drawn: null, isListAside: false });
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
    const redecided = (rule: PanelRule, alpha: string) =>
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
        expect(redecided({ kind: "at-least", flags: needed }, text)).toEqual(expected);
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
    expect(redecided(third, view.alpha)).toEqual(
      byHand((flagging) => flagging.has("s3") && flagging.size >= 2, own),
    );
    expect(redecided(third, view.alpha).flat().length).toBeGreaterThan(0);
    expect(await readWhatIfRounds(app, { studyId, after: 3 })).toMatchObject({
      rounds: [{ number: 4 }],
      next: null,
    });
  });

  // tests/analysis/what-if/replay.test.ts replays every learner; here a real log of each kind is replayed.
  describe.each(
    [guardedSettings, everyLearner[0] ?? {}, everyLearner[6] ?? {}].map((settings) => ({
      settings,
      name: JSON.stringify(settings),
    })),
  )("$name", ({ settings }) => {
    it("replays the study's settings to the published chances, to the last digit", async () => {
      const study = await publishedStudy(app, { ...options, settings });
      await play(study);
      const rounds = await allRounds(study.studyId);
      const history = await historyOf(study);
      const { alpha, gamma, learner } = await readWhatIf(app, study.studyId);
      expect([learner?.kind, learner?.drawn === null]).toEqual([
        ...[history.spec.learner, history.spec.learner === "exp2"],
      ]);
      const { seats } = prepareRounds(rounds);
      const setting = { alpha, rule: { kind: "share", gamma } as const };
      const replayed = [...replay({ ...history, rounds, seats, setting })];
      expect(replayed.map(({ chances }) => chances)).toEqual(rounds.map(({ chances }) => chances));
      expect(replayed.map(({ decisions }) => decisions)).toEqual(rounds.map(({ selected }) => selected));
      const then = redecide(prepareRounds(rounds), setting);
      expect(replayed.map(({ reported }) => reported.map(({ high, low }) => [high, low]))).toEqual(
        then.map(({ reported }) => reported.map(([high, low]) => [high, low])),
      );
      expect(summariseReplays(replayed)).toMatchObject({ rounds: 3, unknownCount: 0, moved: 0 });
      const strict = { alpha, rule: { kind: "at-least", flags: 3 } as const };
      const other = [...replay({ ...history, rounds, seats, setting: strict })];
      // Before the first close nothing can differ; in mode known reports affect the chances at once.
      expect(other[0]?.chances).toEqual(rounds[0]?.chances);
      if (history.spec.mode === "known") expect(other.at(-1)?.chances).not.toEqual(rounds.at(-1)?.chances);
    });
  });

  it("records in the security log that features were read, once per history", async () => {
    const study = await publishedStudy(app, options);
    await playRound(app, study, []);
    await historyOf(study);
    const request = { studyId: study.studyId, accountId: study.operatorId };
    const { lastSeq } = await readEntry(app, { studyId: study.studyId, seq: 1 });
    expect(await takeHistory(app, { ...request, after: lastSeq })).toEqual({
      ...{ spec: null, events: [], cells: {}, next: null },
    });
    expect(await takeHistory(app, { ...request, after: 1 })).toMatchObject({
      spec: null,
      events: [{ kind: "opened" }, { kind: "closed" }],
      next: null,
    });
    const noted = await app.store.read((db) =>
      db.q
        .select({ kind: db.t.securityEvent.kind, actorId: db.t.securityEvent.actorId })
        .from(db.t.securityEvent),
    );
    const own = noted.filter(
      ({ actorId, kind }) => actorId === study.operatorId && kind === "file.downloaded",
    );
    expect(own).toHaveLength(1);
  });

  it("ends a replay at an erasure, but still counts verdicts", async () => {
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
    const setting = { alpha: "0.9", rule: { kind: "at-least", flags: 1 } as const };
    const run = replay({ ...(await historyOf(study)), rounds, seats: ["s1", "s2", "s3"], setting });
    expect(run.next().value).toMatchObject({ number: 1 });
    expect(() => run.next()).toThrow(ErasedPersonError);
  });

  it("counts the verdicts of an audit, which has no learner to replay", async () => {
    // Whichever people are drawn, any two differ by more than the study's 0.1.
    const chances = madeUpPeople(8).map((_, index) => String(index / 8));
    const study = await publishedStudy(app, { kind: "audit", people: madeUpPeople(8), chances });
    const { studyId, operatorId: accountId } = study;
    await playRound(app, study, [() => true, () => true, () => false]);
    expect(await readWhatIf(app, studyId)).toMatchObject({ learner: null, closedCount: 1 });
    const [round] = await allRounds(studyId);
    expect(round).toMatchObject({ selected: null });
    expect(round?.pairs.length).toBeGreaterThan(0);
    const points = frontier(prepareRounds([round as WhatIfRound]), "0.1");
    expect(points.map(({ reports }) => reports)).toEqual([1, 1, 0]);
    await refused(takeHistory(app, { studyId, after: 0, accountId }), "study-audits");
  });
});
