import type { TableRow } from "#server/analysis/tables/base/table.ts";
import type { App } from "#server/platform/app/app.ts";
import { readChanges } from "../policy/read-changes.ts";
import { type Overview, readOverview } from "../policy/read-overview.ts";
import { readPolicyView } from "../policy/read-policy.ts";
import { readVerdicts } from "../policy/read-verdicts.ts";

/** Tables of the page of the policy; `limits`, `moved` and `remembered` have rows only in mode `guarded`. */
export const policyTables = {
  reports: {
    columns: ["round", "t", "reported_pairs", "rounds_with_report", "limit"],
    rows: ofOverview(({ closed, limit, guarded }) =>
      closed.map(({ round, t, reportedPairs, reportsSoFar }, index) => {
        const most = guarded ? guarded.promise.most[t] : limit?.values[index];
        return [round, t, reportedPairs, reportsSoFar, most ?? null];
      }),
    ),
  },
  loss: {
    columns: [
      ...["round", "people", "selected", "pending", "lost", "wrong_per_person_from", "wrong_per_person_to"],
      ...["mean", "mean_from", "mean_to", "mean_rounds", "mean_outcomes"],
    ],
    rows: ofOverview(({ closed }) =>
      closed.map(({ round, personCount, pickedCount, loss, meanLoss }) => [
        ...[round, personCount, pickedCount, loss.pendingCount, loss.lostCount, loss.low, loss.high],
        ...[meanLoss?.mean ?? null, meanLoss?.interval?.low ?? null, meanLoss?.interval?.high ?? null],
        ...[meanLoss?.roundCount ?? 0, meanLoss?.outcomeCount ?? 0],
      ]),
    ),
  },
  picked: {
    columns: ["round", "people", "selected", "selected_share", "mean_chance"],
    rows: ofOverview(({ closed }) =>
      closed.map(({ round, personCount: people, pickedCount, expectedCount }) => [
        ...[round, people, pickedCount, pickedCount / people, expectedCount / people],
      ]),
    ),
  },
  rules: {
    columns: ["rule", "share", "share_before"],
    rows: async (app: App, studyId: string) => {
      const { comparison } = await readPolicyView(app, studyId);
      const named = [...(comparison?.heaviest ?? []), ...(comparison?.fallen ?? [])];
      return named.map(({ rule, share, before }) => [rule, share, before]);
    },
  },
  limits: {
    columns: [
      ...["round", "t", "reported", "guard_tau", "guard_limit", "base_spread", "spread"],
      ...["guard_pull", "guard_is_cut", "guard_spent"],
    ],
    rows: ofOverview(({ guarded }) =>
      guarded?.rounds.map((of) => [
        ...[of.round, of.t, of.hasReport, of.tau, of.limit, of.baseSpread, of.spread],
        ...[of.pull, of.isCut, of.spent],
      ]),
    ),
  },
  moved: {
    columns: ["round", "position", "base_chance", "chance"],
    rows: ofOverview(({ guarded }) => {
      const pulled = guarded?.pulled;
      return pulled?.people.map(({ base, chance }, position) => [pulled.round, position, base, chance]);
    }),
  },
  remembered: {
    columns: ["round", "high", "low", "gap_then", "bound", "gap_now", "binding", "openings_left"],
    rows: async (app: App, studyId: string) =>
      (await readVerdicts(app, studyId))?.verdicts.map((of) => [
        ...[of.round, of.high, of.low, of.gapThen, of.bound, of.gapNow, of.isBinding, of.openingsLeft],
      ]) ?? [],
  },
  changed: {
    columns: [
      ...["round", "high", "low", "flags", "annulled"],
      ...["high_then", "low_then", "high_base_then", "low_base_then"],
      ...["high_now", "low_now", "high_base_now", "low_base_now"],
    ],
    rows: async (app: App, studyId: string) =>
      (await readChanges(app, studyId)).changed?.pairs.map((pair) => [
        ...[pair.round, pair.high, pair.low, pair.flagCount, pair.annulledIn !== null],
        ...[pair.atReport, pair.now].flatMap((of) => [of.high, of.low, of.baseHigh, of.baseLow]),
      ]) ?? [],
  },
};

function ofOverview(rows: (overview: Overview) => TableRow[] | undefined) {
  return async (app: App, studyId: string) => rows(await readOverview(app, studyId)) ?? [];
}
