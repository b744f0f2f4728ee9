import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { playedRounds } from "#server/results/panel/played-rounds.ts";
import { readStudy } from "#server/results/read-study.ts";
import { readWhatIfRounds } from "#server/results/what-if/read-rounds.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playNext, threeRounds } from "./policy/three-rounds.ts";

/** The limit of SQLite is 32,766 values in a statement. */
const roundCount = 32_800;

describeReads("a study's page", (openStore) => {
  it("shows the newest rounds of a study with more rounds than values in a statement", async () => {
    const store = await openStore();
    const app = testApp(store);
    const study = await threeRounds(app);
    const none = { all: 0, closed: 0, withoutPairs: 0, cancelled: 0 };
    expect(await readStudy(app, study.studyId)).toMatchObject({
      ...{ rounds: [], roundCounts: none, open: [], lastRound: null, beacon: null },
    });
    await playNext(app, study);
    const [board, [first]] = await Promise.all([
      readRoundDetails(app, study.studyId, 1),
      readStudy(app, study.studyId).then(({ rounds }) => rounds),
    ]);
    expect(first?.violations.reported).toBe(1);
    expect(first?.picked).toEqual({
      picked: board.people.filter(({ selected }) => selected).length,
      people: board.people.length,
    });
    const { round } = await store.read(async (db) => db.t);
    const names = Object.values(getTableColumns(round)).map(({ name }) => name);
    const own: Record<string, string> = { number: "n.number", t: "n.number", opened_seq: "-n.number" };
    // As many closed rounds as needed, copies of the first with other numbers.
    await store.alter(async (run) => {
      await run(
        `with recursive n(number) as (select 2 union all select number + 1 from n where number < ${roundCount})
        insert into round (${names.join(", ")}) select ${names.map((name) => own[name] ?? `round.${name}`).join(", ")}
        from round cross join n where round.study_id = '${study.studyId}' and round.number = 1`,
      );
      // Simulates another log entry: counts are cached until there is one.
      await run(
        `update study set round_count = ${roundCount}, head_hash = 'later' where id = '${study.studyId}'`,
      );
    });
    const { rounds, roundCounts, open, head } = await readStudy(app, study.studyId);
    const newest = Array.from({ length: 5 }, (_, index) => roundCount - index);
    expect(rounds.map(({ number }) => number)).toEqual(newest);
    expect(roundCounts).toEqual({ all: roundCount, closed: roundCount, withoutPairs: 0, cancelled: 0 });
    expect(open).toEqual([]);
    const { nextSeq, headHash } = await app.store.read((db) => requireStudy(db, study.studyId));
    expect(head).toEqual({ seq: nextSeq - 1, hash: headHash });
    // The what-if page reads 250 of such small rounds at once, with a cursor for the next ones.
    const part = async (after: number) => {
      const { rounds, next } = await readWhatIfRounds(app, { studyId: study.studyId, after });
      return [rounds.at(0)?.number, rounds.at(-1)?.number, next];
    };
    expect(await part(0)).toEqual([1, 250, 250]);
    expect(await part(roundCount - 251)).toEqual([roundCount - 250, roundCount - 1, roundCount - 1]);
    expect(await part(roundCount - 250)).toEqual([roundCount - 249, roundCount, null]);
    // Findings are counted from fifty rounds at once, and from fewer if rounds are large: 5,000 people.
    const parts = async (count: number, roundSize: number) => {
      const numbers = Array.from({ length: count }, (_, index) => index + 1);
      const rounds = await Array.fromAsync(playedRounds(app, study.studyId, { numbers, roundSize }));
      return rounds.map(({ length }) => length);
    };
    expect(await parts(101, 100)).toEqual([50, 50, 1]);
    expect(await parts(50, 101)).toEqual([49, 1]);
    expect(await parts(2, 10_000)).toEqual([1, 1]);
  });
});
