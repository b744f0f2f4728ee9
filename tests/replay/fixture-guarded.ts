/**
 * A log in mode `guarded`, with a prior from a score; draws at close. Its numbers were worked out from docs/log-format-guarded.md
 * (50 digits, then rounded to a double where they are logged); what costs on their grid changed was made by the replay, and the
 * hashes of the states by the verifier in Python.
 */

import { type Body, COMMON, Log, type RoundSpec } from "./fixture.ts";

const GUARDED: Body = {
  ...COMMON,
  mode: "guarded",
  columns: [{ name: "score", type: "number" }],
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: [
      { column: "score", cut: "3" },
      { column: "score", cut: "6" },
    ],
  },
  roundSize: 3,
  horizon: null,
  afterHorizon: "anytime",
  pairRule: "all",
  prior: {
    ...{ kind: "score", column: "score", none: "0.25", all: "0.2", keep: "0.2" },
    rules: [
      { rule: 3, weight: "0.6" },
      { rule: 5, weight: "0.3" },
    ],
  },
  guarded: {
    ...{ allowance: "0.3", step: "0.2", tauStart: "0.4" },
    ...{ pace: "20", trust: "0.5", budget: "0.12", forget: "0.6" },
  },
};

const FROZEN = { C: null, needed: 2, panel: ["s1", "s2", "s3"] };

/** Of the state after each update. */
const HASHES = [
  "5940906b1309bc63cc35b33bb6199f16f1ec11ee10420908185f57be701b4c61",
  "44988244e87d2b8eb124f8cb6d391476ee052d1e557258e09b450ae17350a5c7",
  "2ff1152d03e4cfa311fbb9fa97995a194970e2ad0a001fbeb686b13591d6224a",
  "b2dc6eccaef394c3b77da182efdc1d75fcb7b3f48e704f3ebce615290370876a",
] as const;

/** The last of them if the round before annulled the first report. */
const ANNULLED_HASH = "3f55c547c14503b97f6c6f9f72006c9350722877163a6dd73b27068b67a40029";

/** Of the state after each update, where verdicts expire after so many openings. */
const EXPIRING_HASHES: Readonly<Record<2 | 3, readonly string[]>> = {
  2: [
    "18c402205aa0eb1d7330ff83753f4f964bdfea4102a144f5b11b3714338e837d",
    "1c253d9b5452c9852d7221413fc8ad6f21266f66075a2c99f15e69efaee67d26",
    "bc420b73a3accdd80453e8740fe6356ba78a0361c8fbbe000d4edf3a6da377af",
    "81c25a32017f11d0422fa67d15ee2018f6262e48617924192026767f53fc7c37",
  ],
  3: [
    "afbb9ad59aa01600991e6e6cc96e594ace02e962940aba219dd714c5d48d8406",
    "125c7a3af08f52c2f188db278f41e169fcc552c28e9fac9b0016c472ed4dadbf",
    "defa50ce5e3c7eb46cee4bff926ab890967797cc68b75cd083af4b1f7d9058fe",
    "9b902abc33babf0c3fce8086713f7114bb0e27ebda70379f8869068959cb6867",
  ],
};

/**
 * The fate of the verdicts of round 1. `let go`: the last round but one annuls the first report; `enforced`: the last
 * numbers stay as if it did not. `expired`: the last opening no longer enforces them; `expired-enforced`: its numbers stay
 * as if it did. `lasting`: they expire one opening later; `expired-early`: the last numbers are as if they had expired.
 */
type Fate = "kept" | "let go" | "enforced" | "expired" | "expired-enforced" | "lasting" | "expired-early";

/** The number of openings for which verdicts are remembered. */
const REMEMBERED: { readonly [one in Fate]?: 2 | 3 } = {
  expired: 2,
  "expired-enforced": 2,
  lasting: 3,
  "expired-early": 3,
};

/** The values of a round that depend on the way of drawing. */
type Draw = Pick<RoundSpec, "hypothesis" | "u">;
const both = (even: Draw["u"], hypothesis: number, rule: Draw["u"]): Record<"even" | "rule", Draw> => ({
  even: { hypothesis: null, u: even },
  rule: { hypothesis, u: rule },
});

/** Round number -> seq of its opening and of its end. */
export interface GuardedLog {
  log: Log;
  opened: number[];
  ended: number[];
}

/**
 * Rules: 0 no one, 1 everyone, 2 score <= 3, 3 score > 3, 4 score <= 6, 5 score > 6. The even draw and the draw by one rule
 * pick the same people, so that both logs have the same numbers.
 */
export function guardedLog(way: "even" | "rule" = "even", fate: Fate = "kept"): GuardedLog {
  const isAnnulled = fate === "let go" || fate === "enforced";
  const rememberFor = REMEMBERED[fate];
  const hashes = hashesOf(isAnnulled, rememberFor);
  const learner = {
    ...GUARDED,
    guarded: { ...Object(GUARDED.guarded), ...(rememberFor && { rememberFor }) },
  };
  const people = [["8"], ["2"], ["5"], [null], ["6"], ["7"], ["3"], ["1"], ["9"], ["4"], ["6.5"]];
  const log = new Log(way === "even" ? { ...learner, draw: "even" } : learner, [1, 2], "close", 3, people);
  const [opened, ended]: [number[], number[]] = [[0], [0]];
  let applied = 0;
  const report = { round: 1, high: 0, low: 1 };
  const round = (
    spec: Omit<RoundSpec, "appliedSeq" | "C" | "needed" | "panel" | keyof Draw> & { draw: Draw },
  ) => {
    if (opened.length > 1) applied = log.update(applied, hashes[opened.length - 2]);
    opened.push(log.seq + 1);
    log.round({ ...FROZEN, ...spec, ...spec.draw, appliedSeq: applied });
    ended.push(log.seq);
  };
  // q = (0.05, 0.04, 0.0275, 0.5608, 0.0275, 0.2942); eta by the cap. Spread 0.8, limit 0.5. Sums of the even draw: 0.595 for p3,
  // 1.357 for p1, 1.618 for p2. (0, 2) has one flag only.
  round({
    t: 1,
    eta: "5.643890650532257",
    docket: "2 1 ranked, 0 1 random",
    people: "p1 0.7616666664444445, p2 0.2616666669444444, p3 0.5949999999444444",
    guard: {
      ...{ tau: "0.4", limit: "0.4999999995", pull: "0.375000000625", target: "0.5394444444444444" },
      ...{ isCut: false, spent: "0.3333333338888889", mixability: "0", noShare: "0.5" },
      base: ["0.895", "0.095", "0.6283333333333333"],
    },
    draw: both([0.01, 0.35], 3, [0.76, 0.79])[way],
    decisions: [1, 0, 1],
    ballots: "s1: 0 1 unfair, 0 2 unfair, 2 1 unfair; s3: 0 1 unfair, 2 1 unfair",
    violations: "0 1 2 1, 2 1 2 1",
  });
  // p1 "no" over 0.76. The gap is taken at 2 eta, eta is ln 6/D. L1, L3 and L5 are clipped. Both verdicts are brought to their
  // bounds, 0.2833 and 0.45. What the limit asks for is cut by the budget.
  log.outcome(1, 0, 1, "no");
  round({
    t: 2,
    eta: "3.2479401529120646",
    docket: "2 0 ranked, 1 0 random",
    people: "p4 0.21131313797782525, p5 0.48272116038272, p6 0.5783578288027655",
    guard: {
      ...{ tau: "0.2", limit: "0.2999999997", pull: "0.4499334572802738", target: "0.4241307090544369" },
      ...{ isCut: true, spent: "0.6814866502169443", mixability: "0.55166024768701", noShare: "0.625" },
      base: ["0.0372364798137975", "0.5306459154485413", "0.7045097319009719"],
    },
    draw: both([0.001, 0.06], 3, [0.59, 0.79])[way],
    decisions: [0, 1, 1],
    during: () => log.outcome(1, 2, 1, "yes"),
  });
  // p5 "no". eta stays. One verdict relaxes, the other lets go. This round is cancelled while labels come: p1 was a "yes", p6 is lost.
  log.outcome(2, 1, 1, "no");
  round({
    t: 3,
    eta: "3.2479401529120646",
    docket: "2 0 ranked, 2 1 random",
    people: "p7 0.29650059808547413, p8 0.29650059808547413, p9 0.621353411503007",
    guard: {
      ...{ tau: "0.22485281374238572", limit: "0.3248528134175329" },
      ...{ pull: "0.24499813813000793", target: "0.4047848692246518" },
      ...{ isCut: false, spent: "0.8220396536342086", mixability: "0.4813041571461004" },
      ...{ noShare: "0.5833333333333334" },
      base: ["0.2613623472311581", "0.2613623472311581", "0.6916299132116392"],
    },
    // the draw it would have had: in its order p8 has [0, 0.297), p9 up to 0.918; rule 3, above 3, takes [0.449, 0.761)
    draw: both([0.3, 0.9], 3, [0.45, 0.76])[way],
    decisions: [0, 0, 1],
    cancelled: true,
    during: () => {
      if (isAnnulled) log.add("annulment.proposed", { ...report, reason: "other", by: "operator" });
      log.outcome(1, 0, 2, "yes");
      log.outcome(2, 2, 1, "lost");
    },
  });
  // The same people once more, from the state before and the two labels. Both verdicts reach their trust. (2, 1) has one flag only.
  round({
    t: 3,
    eta: "3.2479401529120646",
    docket: "2 0 ranked, 2 1 random",
    people: "p7 0.26264832311315484, p8 0.26264832311315484, p9 0.8107642866312603",
    guard: {
      ...{ tau: "0.22485281374238572", limit: "0.3248528134175329" },
      ...{ pull: "0.17326217549171163", target: "0.4453536442858566" },
      ...{ isCut: true, spent: "0.8346472797750363", mixability: "0.4683092871427196" },
      ...{ noShare: "0.4166666666666667" },
      base: ["0.22435816572363185", "0.22435816572363185", "0.8873446014103062"],
    },
    draw: both([0.4, 0.9], 5, [0.68, 0.99])[way],
    decisions: [0, 0, 1],
    ballots: "s2: 2 0 unfair; s3: 2 0 unfair, 2 1 unfair",
    violations: "2 0 2 1",
    ...(isAnnulled && {
      annulments: [report],
      votes: { s2: ["annul"], s3: ["annul"] },
      decided: [{ ...report, voteCount: 2, annulled: true }],
    }),
  });
  // p6 was a "no" after all. The new verdict holds by itself, the others let go. Two people, and the budget grew by enough.
  log.outcome(2, 2, 2, "no");
  if (fate === "let go") {
    // Without the annulled verdict the weights differ, no pull is needed, and no pair is eligible.
    round({
      t: 4,
      eta: "1.9754595530791828",
      people: "p10 0.5984062063950876, p11 0.6435113760025976",
      guard: {
        ...{ tau: "0.02485281374238571", limit: "0.1248528136175329" },
        ...{ pull: "0", target: "0.6209587911988426", isCut: false, spent: "0.8346472797750363" },
        ...{ mixability: "0.9070089369510039", noShare: "0.5" },
        base: ["0.5984062063950876", "0.6435113760025976"],
      },
      draw: both([0.4, 0.59], 4, [0.7, 0.72])[way],
      decisions: [1, 0],
    });
    return { log, opened, ended };
  }
  if (fate === "expired" || fate === "expired-early") {
    // Both verdicts of round 1 have left with what they charged; that of the round before holds by itself. No pull is needed.
    round({
      t: 4,
      eta: "1.9754595530791828",
      people: "p10 0.5330041275368519, p11 0.5794532913073145",
      guard: {
        ...{ tau: "0.02485281374238571", limit: "0.1248528136175329" },
        ...{ pull: "0", target: "0.5562287094220832", isCut: false, spent: "0.8346472797750363" },
        ...{ mixability: "0.9070089369510039", noShare: "0.5" },
        base: ["0.5330041275368519", "0.5794532913073145"],
      },
      draw: both([0.4, 0.53], 4, [0.7, 0.72])[way],
      decisions: [1, 0],
    });
    return { log, opened, ended };
  }
  round({
    t: 4,
    eta: "1.9754595530791828",
    docket: "1 0 ranked",
    people: "p10 0.614587711679084, p11 0.7394405252966169",
    guard: {
      ...{ tau: "0.02485281374238572", limit: "0.1248528136175329" },
      ...{ pull: "0.09158766785396688", target: "0.6770141184878504" },
      ...{ isCut: false, spent: "0.8472351516252806", mixability: "0.9070089369510039", noShare: "0.5" },
      base: ["0.6082937757539618", "0.745734461221739"],
    },
    draw: both([0.4, 0.6], 4, [0.7, 0.78])[way],
    decisions: [1, 0],
  });
  return { log, opened, ended };
}

function hashesOf(isAnnulled: boolean, rememberFor: 2 | 3 | undefined): readonly string[] {
  if (rememberFor !== undefined) return EXPIRING_HASHES[rememberFor];
  return isAnnulled ? [...HASHES.slice(0, -1), ANNULLED_HASH] : HASHES;
}
