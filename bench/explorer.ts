/**
 * How fast the explorer answers a change of its setting, and how fast a replay goes: `npm run bench -- explorer` (about half a minute).
 * 2,000 rounds of twelve made-up people and nine seats, who answer every pair that can be judged; as the browser has them, so
 * the learner's kernel is the one in plain JavaScript. Ends with an error if a change takes 200 ms or more.
 */

import { textTable } from "#server/cli/simulate/text-table.ts";
import { worldOf } from "#server/cli/simulate/worlds.ts";
import { askedPairs, frontier, prepareRounds, redecide } from "#server/findings/frontier/redecide.ts";
import { replay } from "#server/findings/frontier/replay.ts";
import type { AuditorSpec } from "#server/learner/simulation/auditors.ts";
import { PROMPT } from "#server/learner/simulation/outcomes.ts";
import type { RunSpec } from "#server/learner/simulation/play.ts";
import { DEFAULTS } from "#server/learner/spec/params.ts";
import type { LearnerSpec, PanelRule } from "#server/learner/spec/spec.ts";
import { parseConfig } from "#server/simulation/config.ts";
import { asLogged, eventsOf } from "../tests/findings/frontier/simulated.ts";
import { playAll } from "../tests/learner/simulation/small-run.ts";

const roundCount = 2_000;
const most = 200;
const { population, hypotheses } = worldOf(
  parseConfig({ world: { kind: "made-up", types: 60, rules: 200 } }).world,
);
const auditors: readonly AuditorSpec[] = Array.from({ length: 9 }, (_, i) => ({
  kind: "distance",
  weights: { east: 0.1 * i, north: 0.9 - 0.1 * i },
  wrong: 0.1,
}));
const shared: Omit<LearnerSpec, "mode"> = {
  learner: "exp2",
  version: 1,
  kernel: "portable-1",
  columns: population.columns,
  hypotheses,
  roundSize: 12,
  horizon: roundCount,
  afterHorizon: "end",
  alpha: "0.1",
  eps: "0.05",
  fairnessMultiplier: "1",
  pairRule: "average",
  rejectedHalves: "when-settled",
};
const learners: readonly [string, LearnerSpec][] = [
  ["known", { ...shared, mode: "known" }],
  [
    "guarded",
    {
      ...shared,
      mode: "guarded",
      horizon: null,
      afterHorizon: "anytime",
      pairRule: "all",
      rejectedHalves: "at-close",
      prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
      draw: "even",
      guarded: DEFAULTS.guarded,
    },
  ],
];

function timed<Value>(work: () => Value): { value: Value; milliseconds: number } {
  const began = performance.now();
  const value = work();
  return { value, milliseconds: performance.now() - began };
}

const named: PanelRule = {
  kind: "any",
  rules: [
    { kind: "auditor", auditor: 2 },
    {
      kind: "all",
      rules: [
        { kind: "at-least", flags: 3 },
        { kind: "auditor", auditor: 5 },
      ],
    },
  ],
};

let isSlow = false;
for (const [name, learner] of learners) {
  const spec: RunSpec = {
    learner,
    rule: { kind: "share", gamma: { numerator: 2, denominator: 3 } },
    population,
    environment: { kind: "iid" },
    panel: { auditors },
    outcomes: PROMPT,
    seed: 1,
    hearsPanel: true,
  };
  const played = playAll(spec, roundCount);
  const rounds = played.map((round) => asLogged(round, 6));
  const flagged = rounds.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const { value: prepared, milliseconds: preparing } = timed(() => prepareRounds(rounds));
  const rows = [
    ["rounds made ready, once", preparing, false] as const,
    ...[
      ["another number of needed flags", "0.1", { kind: "at-least", flags: 4 }],
      ["another rule, with names", "0.1", named],
      ["another limit", "0.137", { kind: "at-least", flags: 6 }],
    ].map(([what, alpha, rule]) => {
      const setting = { alpha: alpha as string, rule: rule as PanelRule };
      const { milliseconds } = timed(() => [
        redecide(prepared, setting),
        frontier(prepared, setting.alpha),
        askedPairs(prepared, setting.alpha),
      ]);
      isSlow ||= milliseconds >= most;
      return [what as string, milliseconds, true] as const;
    }),
  ];
  const history = { ...eventsOf(spec, played, rounds), rounds, spec: learner };
  const setting = { alpha: "0.1", rule: { kind: "at-least", flags: 2 } } as const;
  const { milliseconds: replaying } = timed(() => [...replay({ ...history, setting })].length);
  console.log(
    `Mode ${name}: ${roundCount} rounds of 12 people, 9 seats, ${flagged} pairs with a flag, ${population.columns.length + 2} rules\n`,
  );
  console.log(
    textTable(
      ["what", "ms", `below ${most}`],
      [
        ...rows.map(([what, milliseconds, isAsked]) => [
          what,
          milliseconds.toFixed(1),
          isAsked ? (milliseconds < most ? "yes" : "NO") : "",
        ]),
        ["a replay", replaying.toFixed(0), ""],
        ["of it, one round", (replaying / roundCount).toFixed(2), ""],
      ],
    ),
  );
}
if (isSlow) process.exitCode = 1;
