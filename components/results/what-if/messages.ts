import type { WhatIfRound } from "#server/analysis/what-if/explored-round.ts";
import type { HistoryEvent } from "#server/analysis/what-if/history.ts";
import type { WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import type { WhatIfRegrets } from "#server/analysis/what-if/regret.ts";
import type { ReplaySummary } from "#server/analysis/what-if/summary.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { LearnerErrorCode } from "#server/learner/numeric/errors.ts";

/** Input of a replay, read once. */
export type History = {
  readonly spec: LearnerSpec;
  readonly events: readonly HistoryEvent[];
  readonly cells: ReadonlyMap<string, Features>;
};

export type ReplayOrder = History & {
  readonly rounds: readonly WhatIfRound[];
  readonly seats: readonly string[];
  readonly settings: readonly WhatIfSetting[];
};

/** Summary of a round as the replayed learner would have had it. */
export type RoundInShort = {
  readonly number: number;
  readonly reportedPairs: number;
  /** Mean of its chances, and their mean distance from the published ones; shares of 1. */
  readonly meanChance: number;
  readonly moved: number;
  readonly unjudgedCount: number;
  readonly unknownCount: number;
};

export type Replayed = {
  readonly setting: WhatIfSetting;
  /** null if not even the first round can be replayed. */
  readonly summary: ReplaySummary | null;
  readonly rounds: readonly RoundInShort[];
  /** null if no round has all its outcomes. */
  readonly regrets: WhatIfRegrets | null;
  /** The round at which the replay ended because a person in it was erased. */
  readonly endedBy: number | null;
};

export type ReplayNews =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "replayed"; readonly replayed: Replayed }
  | { readonly kind: "ended" }
  | { readonly kind: "refused"; readonly code: LearnerErrorCode };
