/**
 * What an exported log says of studies of one rich and one poor person a round and three rules: nobody, everybody, the
 * rich. Worked from the lines alone, with nothing of the code under test.
 */
export type Line = { seq: number; type: string; body: Record<string, unknown> };

export const linesOf = (log: string): Line[] =>
  log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

type Opened = {
  round: number;
  people: { chance: string }[];
  eta: string;
  fairnessWeight: string | null;
  guard?: { base: string[]; noShare: string };
};
type Closed = {
  round: number;
  violations: { high: number; low: number; weight: string }[];
  draw: { decisions: number[] };
};
type Outcome = { round: number; position: number; value: "yes" | "no" | "lost" };

export type Point = {
  round: number | null;
  chances: number[];
  flags: number[];
  outcomes: number[];
  closes: number[];
};

/** Weights of the three rules to the mean chances of the rich and the poor. */
const chancesOf = ([none = 0, all = 0, rich = 0]: readonly number[]) => {
  const total = none + all + rich;
  return [(all + rich) / total, all / total];
};

const less = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value - (b[index] ?? 0));
const plus = (a: readonly number[], b: readonly number[]) => a.map((value, index) => value + (b[index] ?? 0));

/** Of a study in mode `known` that charges the rejected at the close: L from the charges, weights e^(-eta L). */
export function knownByHand(lines: readonly Line[]): Point[] {
  const openings = new Map<number, Opened>();
  let [rich, poor] = [0, 0];
  let eta = 0;
  const weights = () => chancesOf([1, Math.exp(-eta * (rich + poor)), Math.exp(-eta * rich)]);
  const points: Point[] = [];
  let moved = { flags: [0, 0], outcomes: [0, 0], closes: [0, 0] };
  const charge = (cause: keyof typeof moved, to: readonly number[]) => {
    const before = weights();
    rich += to[0] ?? 0;
    poor += to[1] ?? 0;
    moved = { ...moved, [cause]: plus(moved[cause], less(weights(), before)) };
  };
  for (const { type, body } of lines) {
    if (type === "round.opened") {
      const opened = body as Opened;
      openings.set(opened.round, opened);
      eta = Number(opened.eta);
      points.push({ round: opened.round, chances: weights(), ...moved });
    }
    if (type === "round.closed") {
      const { round, violations, draw } = body as Closed;
      charge(
        "closes",
        draw.decisions.map((picked) => (picked === 1 ? 0 : -1 / 2)),
      );
      const half = Number(openings.get(round)?.fairnessWeight) / 2;
      for (const { weight } of violations) charge("flags", [half * Number(weight), -half * Number(weight)]);
    }
    if (type === "outcome.recorded") {
      const { round, position, value } = body as Outcome;
      const chance = Number(openings.get(round)?.people[position]?.chance);
      const cost = value === "lost" ? 0 : (value === "no" ? 1 / chance : 0) - 1 / 2;
      charge("outcomes", position === 0 ? [cost, 0] : [0, cost]);
    }
  }
  return [...points, { round: null, chances: weights(), ...moved }];
}

/**
 * Of a study in mode `guarded` with its defaults: charges wait in A until an opening, which tunes the rate (its eta is
 * logged) and bends the weights for the remembered verdicts. All of them are about the rich over the poor, whom the third
 * rule alone tells apart: f = 1 there, 0 elsewhere.
 */
export function guardedByHand(lines: readonly Line[], eps: number): Point[] {
  const openings = new Map<number, Opened>();
  let loss = [0, 0, 0];
  let tilt = 0;
  let eta = 0;
  const verdicts: { bound: number; charge: number; round: number }[] = [];
  const weights = () =>
    [1 / 4, 1 / 4, 1 / 2].map(
      (prior, rule) => prior * Math.exp(-eta * ((loss[rule] ?? 0) + (rule === 2 ? tilt : 0))),
    );
  const points: Point[] = [];
  let moved = { flags: [0, 0], outcomes: [0, 0], closes: [0, 0] };
  const measured = (cause: keyof typeof moved, act: () => void) => {
    const before = chancesOf(weights());
    act();
    moved = { ...moved, [cause]: plus(moved[cause], less(chancesOf(weights()), before)) };
  };
  const charge = (cause: keyof typeof moved, [rich = 0, poor = 0]: readonly number[]) =>
    measured(cause, () => {
      loss = plus(loss, [0, rich + poor, rich]);
    });
  const sweep = () => {
    for (const verdict of [...verdicts].reverse()) {
      const [none = 0, all = 0, rich = 0] = weights();
      const [up, rest] = [rich / (none + all + rich), (none + all) / (none + all + rich)];
      if (up <= verdict.bound && verdict.charge === 0) continue;
      // d = 0: z = (b r + b r)/(2 (1 - b) u)
      const wanted = -Math.log((verdict.bound * rest) / ((1 - verdict.bound) * up));
      const move = Math.max(-eta * verdict.charge, Math.min(3 - eta * verdict.charge, wanted));
      verdict.charge += move / eta;
      tilt += move / eta;
    }
  };
  for (const { type, body } of lines) {
    if (type === "round.opened") {
      const opened = body as Opened;
      openings.set(opened.round, opened);
      eta = Number(opened.eta);
      measured("flags", sweep);
      points.push({ round: opened.round, chances: chancesOf(weights()), ...moved });
    }
    const opened = openings.get(body.round as number);
    const expected = (chance: number) => Math.min(1, 2 * chance) * Number(opened?.guard?.noShare);
    const chanceAt = (position: number) => Number(opened?.people[position]?.chance);
    if (type === "round.closed") {
      charge(
        "closes",
        [0, 1].map((position) => expected(chanceAt(position)) - 1 / 2),
      );
      if ((body as Closed).violations.length > 0) {
        verdicts.push({ bound: chanceAt(0) - chanceAt(1) - eps, charge: 0, round: body.round as number });
      }
    }
    if (type === "outcome.recorded") {
      const { position, value } = body as Outcome;
      const chance = chanceAt(position);
      const cost = value === "lost" ? 0 : (Number(value === "no") - expected(chance)) / chance;
      charge("outcomes", position === 0 ? [cost, 0] : [0, cost]);
    }
  }
  return points;
}
