import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";

const largest = 1_000;
const cutsPerColumn = 5;

export const columns = ["a", "b", "c", "d"].map((name) => ({ name, type: "number" as const }));

/** Three hundred people with four correlated numbers, and outcomes that follow the sum. */
export const people = Array.from({ length: 300 }, (_, person) => {
  const cells = columns.map((_, c) => (person * 389 + c * 127 + ((person * (c + 3)) % 11) * 61) % largest);
  const share = cells.reduce((sum, cell) => sum + cell, 0) / (columns.length * largest);
  return { features: cells.map(String), labelChance: share > 0.5 ? 1 : 0 };
});

/** Five auditors: each gives one number more weight; the last one judges like the first. */
export const auditors: readonly AuditorSpec[] = [
  ...columns.map((_, heaviest) => ({
    kind: "distance" as const,
    weights: Object.fromEntries(columns.map(({ name }, i) => [name, (i === heaviest ? 0.4 : 0.2) / largest])),
  })),
  { kind: "copy", of: 0 },
];

export const learner: LearnerSpec = {
  learner: "exp2",
  version: 1,
  kernel: DEFAULTS.kernel,
  mode: "known",
  columns,
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: Array.from({ length: 18 }, (_, i) => ({
      column: columns[Math.floor(i / cutsPerColumn)]?.name ?? "",
      cut: String(((i % cutsPerColumn) * largest) / cutsPerColumn),
      side: "above" as const,
    })),
  },
  roundSize: 12,
  horizon: 10,
  afterHorizon: "end",
  alpha: "0.1",
  eps: "0.05",
  fairnessMultiplier: "1",
  pairRule: "average",
  rejectedHalves: "when-settled",
};
