import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import type { HistoryEvent } from "#server/analysis/what-if/history.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { readWhatIfRounds } from "#server/results/what-if/read-rounds.ts";
import { takeHistory } from "#server/results/what-if/take-history.ts";
import type { TestApp } from "#tests/setup/app.ts";
import type { TestStudy } from "#tests/setup/study.ts";

/** Reads every closed round, part by part. */
export async function readAllRounds(app: TestApp, studyId: string): Promise<WhatIfRound[]> {
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

/** Reads a replay's history of a study, part by part. */
export async function takeAllHistory(app: TestApp, { studyId, operatorId: accountId }: TestStudy) {
  const events: HistoryEvent[] = [];
  const cells = new Map<string, Features>();
  let spec: LearnerSpec | null = null;
  for (let after: number | null = 0; after !== null; ) {
    const request = { studyId, after, accountId };
    const part: Awaited<ReturnType<typeof takeHistory>> = await takeHistory(app, request);
    spec ??= part.spec;
    events.push(...part.events);
    for (const [name, own] of Object.entries(part.cells)) cells.set(name, own);
    after = part.next;
  }
  if (spec === null) throw new Error("no spec");
  return { spec, events, cellsOf: (name: string) => cells.get(name) };
}
