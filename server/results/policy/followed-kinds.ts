import { listSpreadFeatures } from "#db/queries/people.ts";
import type { LearningSettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import type { App } from "#server/platform/app/app.ts";
import type { TaskResult } from "#server/workers/pool.ts";
import type { Followed } from "./trace-cache.ts";

/** Enough for a mean that a few more people would not move by a point. */
const followedPeople = 300;

/** Chooses, in a worker, the people whose chances are followed through a study's rounds. */
export async function chooseKinds(app: App, studyId: string, settings: LearningSettings): Promise<Followed> {
  const sample = await app.store.read((db) => listSpreadFeatures(db, { studyId, limit: followedPeople }));
  const people = sample.features.map(readCells);
  const { columns, hypotheses } = settings.learner;
  const { rules, kinds } = await app.pool.run("findKinds", { spec: { columns, hypotheses }, people });
  return {
    rules,
    personCount: people.length,
    rowCount: sample.rowCount,
    kinds: kinds.map(({ answers, members }) => ({
      answers,
      people: members.map((member) => people[member] ?? []),
    })),
    points: new Map(),
    carried: null,
    next: null,
  };
}

/** Adds the measurements of one more part of the trace, for the rounds with these numbers. */
export function withPoints(
  followed: Followed,
  numbers: readonly number[],
  { points, carried, end }: TaskResult<"tracePolicy">,
): Followed {
  const more = numbers.flatMap((number, index) => {
    const point = points[index];
    return point === undefined ? [] : [[number, point.kinds] as const];
  });
  return { ...followed, points: new Map([...followed.points, ...more]), carried, next: end };
}
