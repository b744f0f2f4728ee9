/** A log in `paper` mode, conjunctions, draws at opening, halves when settled; numbers worked out by hand. */

import { type Body, COMMON, Log, type State } from "./fixture.ts";
import { sha, text } from "./fixture-hashes.ts";

const PREDICATES: Body[] = [
  { column: "owns", test: "is", value: "yes" },
  { column: "age", test: "above", value: "30" },
];
const PREDICATES_LINE = text(PREDICATES);

const PAPER: Body = {
  ...COMMON,
  mode: "paper",
  columns: [
    { name: "owns", type: "text" },
    { name: "age", type: "number" },
  ],
  roundSize: 3,
  horizon: 32,
  pairRule: "largest-gap",
  rejectedHalves: "when-settled",
};

/** C = 32^(1/5) = 2, d = 2*3 + 4*2 = 14, eta = sqrt(2 ln 5 / (14^3 * 32)). Both seats are needed at gamma = 1. */
const FROZEN = { eta: "0.006054594595584792", C: "2", panel: ["s1", "s2"], needed: 2 };

/** The five rules of a class, and the state after the first and after the second update. */
interface Written {
  readonly hypotheses: Body;
  readonly states: readonly [Omit<State, "t">, Omit<State, "t">];
}

const CONJUNCTIONS: Written = {
  hypotheses: { kind: "conjunctions", version: 1, predicates: PREDICATES },
  states: [
    // Of people who answer no to both; yes to the first; to the second; to both.
    { size: 5, loss: [-1.25, 0, 0, 2.5] },
    // p2 and p6; p3 and p4; p5; p1
    { size: 5, loss: [-2.5004712343215942, 1.6670929789543152, -0.8329070210456848, 2.5] },
  ],
};

/** The same rules in a file. */
export const RULE_LIST = [PREDICATES_LINE, "0", "1", "0&1", ""].join("\n");

/** The same study with its rules as a list in a file, whose state has a sum for each of them. @param count what the log says */
export function listedLog(list = RULE_LIST, count = 3): Log {
  return paperLog({
    hypotheses: { kind: "listed", version: 1, count, hash: sha(list) },
    states: [
      { loss: [0, 1.25, 2.5, 2.5, 2.5] },
      { loss: [0, 0.8337147235870361, 4.167092978954315, 1.6670929789543152, 2.5] },
    ],
  });
}

/** The part of a record that holds a list, a line for each of its own lines. */
export function rulesPart(list: string): string {
  const lines = list.split(/(?<=\n)/).map((line) => text({ rules: line }));
  return lines.map((line) => `${line}\n`).join("");
}

/** Rules: 0 no one, 1 everyone, 2 owns, 3 above 30, 4 both. L = (L0, ..., L4). */
export function paperLog({ hypotheses, states }: Written = CONJUNCTIONS): Log {
  const people = [
    ["yes", "40"],
    ["no", null],
    ["yes", "20"],
    ["yes", null],
    ["no", "31"],
    ["no", "30"],
    ["yes", "31"],
  ];
  const log = new Log({ ...PAPER, hypotheses }, [1, 1], "opening", 2, people);
  // L = 0: p1 has rules 1 to 4 of five, p2 rule 1, p3 rules 1 and 2. Rule 2 takes [2/5, 3/5).
  // Both flag (0, 1), gap 0.6, and (0, 2), gap 0.4: the largest gap has all the weight. (2, 1) has one flag only.
  log.round({
    ...{ t: 1, appliedSeq: 0, ...FROZEN, hypothesis: 2, u: [0.41, 0.59], decisions: [1, 0, 1] },
    docket: "0 2 ranked, 2 1 random",
    people: "p1 0.8, p2 0.2, p3 0.4",
    ballots: "s1: 0 1 unfair, 0 2 unfair, 2 1 unfair; s2: 0 1 unfair, 0 2 unfair, 2 1 unsure",
    violations: "0 1 2 1, 0 2 2 0",
  });
  // p1, high, selected: + 2/0.8 = + 2.5. p2, low, rejected: - 2/(2 * 0.8) = - 1.25. p2's half waits for p1 and p3.
  const applied = log.update(0, { t: 1, ...states[0] });
  // L = (0, 1.25, 2.5, 2.5, 2.5). Shares of u: 0.2021, 0.4027, 0.6018, 0.8009, 1.
  log.round({
    ...{ t: 2, appliedSeq: applied, ...FROZEN, hypothesis: 0, u: [0, 0.2], decisions: [0, 0, 0] },
    docket: "1 2 ranked, 0 2 random",
    people: "p4 0.39969290803384805, p5 0.39969290803384805, p6 0.2006026936950237",
    during: () => {
      // p1 "yes": 0. Then p3 "no": + 1/0.4 = + 2.5, which settles round 1: p2 - 1/(2 * 0.8) = - 0.625.
      log.outcome(1, 0, 1, "yes");
      log.outcome(1, 2, 1, "no");
    },
  });
  // No one was selected in round 2: its halves come with the close, - 1/(2 (1 - p)):
  // p4 and p5 - 0.832907034901717, p6 - 0.6254712094429377.
  // L1 = 1.25 + 2.5 - 0.625 - 2.2912852792463717 = 0.8337147207536282, L2 = 5 - 0.832907034901717 = 4.167092965098283,
  // L3 = 2.5 - 0.832907034901717 = 1.667092965098283, L4 = 2.5. p7 has rules 1 to 4. Shares: 0.2022, 0.4034, ...
  log.round({
    ...{
      t: 3,
      appliedSeq: log.update(applied, { t: 2, ...states[1] }),
      ...FROZEN,
      hypothesis: 1,
      u: [0.21, 0.4],
      decisions: [1],
    },
    people: "p7 0.797774924155032",
  });
  return log;
}
