import { describe, expect, it } from "vitest";
import { taggedHash } from "#server/audit-log/hash.ts";
import {
  chancesOfTypes,
  drawnCounts,
  isLotteryOf,
  lotteryProblem,
  strataOf,
} from "#server/audit-log/panel-lottery.ts";
import type { LoggedLottery } from "#server/audit-log/panel-schemas.ts";
import { nextSeat, selectPanel } from "#server/audit-log/panel-selection.ts";

const pool = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
const attributes = new Map(
  pool.map((seat, place) => [
    seat,
    [
      { name: "region", value: place < 3 ? "north" : "south" },
      ...(place === 1 || place === 3 ? [{ name: "profession", value: "nurse" }] : []),
    ],
  ]),
);
const quotas = [
  { attribute: "region", value: "north", least: 1, most: 2 },
  { attribute: "region", value: "south", least: 1, most: 2 },
  { attribute: "profession", value: "nurse", least: 1, most: 1 },
];
const lottery: LoggedLottery = {
  method: "leximin",
  types: [
    { quotas: [0], seats: 2 },
    { quotas: [0, 2], seats: 1 },
    { quotas: [1], seats: 3 },
    { quotas: [1, 2], seats: 1 },
  ],
  panels: [
    { counts: [0, 1, 2, 0], weight: 858_993_459 },
    { counts: [1, 0, 1, 1], weight: 2_147_483_648 },
    { counts: [1, 1, 1, 0], weight: 1_288_490_189 },
  ],
};
const select = (seed: string, more = {}) =>
  selectPanel({
    selection: { how: "stratified", size: 3, quotas },
    ...{ pool, seed, panelCounts: new Map(), named: [], attributes, lottery, ...more },
  });

describe("a stratified lot", () => {
  it("groups members by the quotas that they count towards, shorter lists first", () => {
    const strata = strataOf(pool, attributes, quotas);
    expect(strata.types).toEqual(lottery.types);
    expect(pool.map((seat) => strata.typeOf.get(seat))).toEqual([0, 1, 0, 3, 2, 2, 2]);
    expect(isLotteryOf(lottery, strata)).toBe(true);
    expect(strataOf(["s1", "s9"], attributes, quotas).types).toEqual([
      { quotas: [], seats: 1 },
      { quotas: [0], seats: 1 },
    ]);
  });

  it("draws no panel without a lottery over panels of the pool", () => {
    expect(select("seed", { lottery: null })).toBeUndefined();
    expect(select("seed", { pool: pool.slice(1) })).toBeUndefined();
    expect(select("seed", { pool: ["s1", "s2"] })).toBeUndefined();
  });

  it("draws each member with the printed chance, and panels that meet the quotas", () => {
    const draws = 100_000;
    const chances = chancesOfTypes(lottery);
    const strata = strataOf(pool, attributes, quotas);
    const expected = pool.map((seat) => draws * (chances[strata.typeOf.get(seat) ?? 0] ?? 0));
    const counts = new Map<string, number>();
    const panels = new Map<string, number>();
    for (let draw = 0; draw < draws; draw += 1) {
      const noiseSeed = taggedHash("noise", `draw ${draw}`);
      const { panel = [], reserve = [] } = select(noiseSeed) ?? {};
      if (panel.length + reserve.length !== pool.length) throw new Error(panel.join());
      for (const seat of panel) counts.set(seat, (counts.get(seat) ?? 0) + 1);
      const drawn = drawnCounts(lottery, noiseSeed).join();
      panels.set(drawn, (panels.get(drawn) ?? 0) + 1);
      const of = (seats: readonly string[]) => panel.filter((seat) => seats.includes(seat)).length;
      if (of(["s2", "s4"]) !== 1 || of(["s1", "s2", "s3"]) % 3 === 0) throw new Error(panel.join());
    }
    // 7 counts with 4 degrees of freedom; 3 panels with 2: chi-square exceeds these once in 10,000.
    const chiSquare = (found: number[], from: number[]) =>
      found.reduce((sum, count, place) => sum + (count - (from[place] ?? 0)) ** 2 / (from[place] ?? 1), 0);
    expect(
      chiSquare(
        pool.map((seat) => counts.get(seat) ?? 0),
        expected,
      ),
    ).toBeLessThan(27.9);
    const shares = lottery.panels.map(({ weight }) => (draws * weight) / 2 ** 32);
    const found = lottery.panels.map(({ counts: drawn }) => panels.get(drawn.join()) ?? 0);
    expect(chiSquare(found, shares)).toBeLessThan(18.4);
  });
});

describe("a replacement in a stratified lot", () => {
  const counted = [{ least: 1, most: 1, seats: ["s2", "s4"] }];
  const order = { reserve: ["s2", "s6", "s4"], quotas: counted };

  it("is the first free seat that keeps the quotas, otherwise the first free seat", () => {
    const panel = ["s4", "s5"];
    expect(nextSeat(order, { panel, place: 1 }, (seat) => seat !== "s4")).toBe("s6");
    expect(nextSeat(order, { panel, place: 0 }, (seat) => seat !== "s4")).toBe("s2");
    expect(nextSeat(order, { panel, place: 0 }, (seat) => seat === "s6")).toBe("s6");
    expect(nextSeat(order, { panel, place: 0 }, () => false)).toBeUndefined();
  });
});

describe("the errors of a lottery", () => {
  const problem = (change: Partial<LoggedLottery>, size = 3) =>
    lotteryProblem({ ...lottery, ...change }, { size, quotas });
  const types = (...lists: number[][]) => ({ types: lists.map((one) => ({ quotas: one, seats: 3 })) });
  const first = (counts: number[]) => ({
    panels: lottery.panels.map((panel, index) => (index === 0 ? { ...panel, counts } : panel)),
  });

  it("are none over panels that meet all quotas", () => {
    expect(problem({})).toBeNull();
  });

  it.each<[string, Partial<LoggedLottery>, string]>([
    ["types out of order", types([0], [1], [0, 2], [1, 2]), "types"],
    ["a type twice", types([0], [0], [1], [1, 2]), "types"],
    ["a longer list before a shorter one", types([0, 2], [0], [1], [1, 2]), "types"],
    ["falling quotas of a type", types([0], [2, 0], [1], [1, 2]), "types"],
    ["a quota twice", types([0], [0, 0], [1], [1, 2]), "types"],
    ["a quota that is not there", types([0], [0, 2], [1], [1, 3]), "types"],
    ["a panel twice", first([1, 0, 1, 1]), "panel"],
    ["a panel of fewer types", first([0, 1, 2]), "panel"],
    ["more of a type than there are", first([0, 2, 1, 0]), "panel"],
    ["a panel that is too large", first([0, 1, 3, 0]), "panel"],
    ["too few towards a quota", first([0, 0, 2, 1]), "panel"],
    ["too many towards a quota", first([1, 1, 0, 1]), "panel"],
    ["weights that are not all", { panels: lottery.panels.slice(0, 2) }, "weights"],
  ])("is found: %s", (_, change, expected) => {
    expect(problem(change)).toBe(expected);
  });

  it("include a panel of another size", () => {
    expect([2, 4].map((size) => problem({}, size))).toEqual(["panel", "panel"]);
  });
});
