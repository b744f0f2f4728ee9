import type { AuditorSpec } from "#server/learner/simulation/auditors.ts";
import { PROMPT } from "#server/learner/simulation/outcomes.ts";
import type { RunSpec } from "#server/learner/simulation/play.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";

const columns = ["a", "b", "c", "d"].map((name) => ({ name, type: "number" as const }));
const largest = 1_000;

/** Three hundred people whose numbers agree more or less, five auditors who weigh them, outcomes that follow the sum. */
export function rehearsalSpec({
  mode,
  size,
  roundSize,
  rounds,
  seed,
}: {
  mode: string;
  size: number;
  roundSize: number;
  rounds: number;
  seed: number;
}): RunSpec {
  const kinds = Array.from({ length: 300 }, (_, person) => {
    const cells = columns.map((_, c) => (person * 389 + c * 127 + ((person * (c + 3)) % 11) * 61) % largest);
    const features = cells.map(String);
    const share = cells.reduce((sum, cell) => sum + cell, 0) / (columns.length * largest);
    return { features, shown: features, weight: 1, labelChance: share > 0.5 ? 1 : 0 };
  });
  const weighs = (c: number): AuditorSpec => ({
    kind: "distance",
    weights: Object.fromEntries(columns.map(({ name }, i) => [name, (i === c ? 0.4 : 0.2) / largest])),
  });
  return {
    learner: learnerOf(mode, size, roundSize, rounds),
    rule: { kind: "share", gamma: { numerator: 3, denominator: 5 } },
    population: { columns, shownColumns: columns, kinds },
    environment: { kind: "passes" },
    panel: { auditors: [0, 1, 2, 3].map(weighs).concat({ kind: "copy", of: 0 }) },
    outcomes: PROMPT,
    seed,
    hearsPanel: true,
  };
}

function learnerOf(mode: string, size: number, roundSize: number, horizon: number): LearnerSpec {
  const cutsAColumn = Math.ceil((size - 2) / columns.length);
  const cuts = Array.from({ length: size - 2 }, (_, i) => ({
    column: columns[Math.floor(i / cutsAColumn)]?.name ?? "",
    cut: String(((i % cutsAColumn) * largest) / cutsAColumn),
    side: "above" as const,
  }));
  const common: LearnerSpec = {
    learner: mode === "ftpl" ? "ftpl" : "exp2",
    version: 1,
    kernel: DEFAULTS.kernel,
    mode: "known",
    columns,
    hypotheses: { kind: "thresholds", version: 1, cuts },
    roundSize,
    horizon,
    afterHorizon: "end",
    alpha: "0.1",
    eps: "0.05",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "when-settled",
  };
  if (mode === "ftpl") return { ...common, resampleCount: DEFAULTS.resampleCount };
  if (mode === "paper") return { ...common, mode, pairRule: DEFAULTS.paperPairRule };
  if (mode === "ix") return { ...common, mode, delta: DEFAULTS.delta };
  if (mode === "known") return common;
  const prior = { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare } as const;
  return {
    ...common,
    mode: "guarded",
    pairRule: "all",
    rejectedHalves: "at-close",
    prior,
    draw: "even",
    guarded: DEFAULTS.guarded,
  };
}
