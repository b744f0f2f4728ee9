import type { LearningSettings } from "#server/audit-log/entries.ts";

/** Settings of Exp2 over 202 thresholds, eight people per round, with defaults. */
export const settings = {
  learner: {
    learner: "exp2",
    version: 1,
    kernel: "portable-1",
    mode: "known",
    columns: [
      { name: "income", type: "number" },
      { name: "years", type: "number" },
    ],
    hypotheses: {
      kind: "thresholds",
      version: 1,
      cuts: [
        { column: "income", from: "7", step: "20", count: 50 },
        { column: "years", from: "0.5", step: "1.9", count: 50 },
      ],
    },
    roundSize: 8,
    horizon: 100_000,
    afterHorizon: "end",
    alpha: "0.05",
    eps: "0.05",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "when-settled",
  },
  panel: {
    gamma: { numerator: 1, denominator: 2 },
    quorum: 1,
    closesWithoutPairs: false,
    closesAtDeadline: true,
    selection: { how: "everyone", size: null },
  },
  drawAt: "close",
  presentation: {
    fields: ["income"],
    chanceFormat: "in-100",
    docket: { size: 24 },
    lookFirst: false,
    reasons: false,
    notes: false,
    repeat: false,
    tolerance: false,
  },
} as const satisfies LearningSettings;
