/** The learner's state in the log, and its role in an erasure (docs/log-format-state.md). */

import { describe, expect, it } from "vitest";
import { knownLog } from "./fixture-known.ts";
import { portableLog } from "./portable.ts";
import { replay } from "./replay.ts";

/** The state before the last round: score up to 5, above 5, all people. */
const honest = {
  t: 3,
  ...{ size: 4, loss: [-0.36571043729782104, -1, -2] },
};

function replayed(change: Parameters<typeof knownLog>[0], { withTotals = true, without = ["p2"] } = {}) {
  const { log } = knownLog(change);
  return replay(log.text(), log.features(without), withTotals ? log.totals() : "");
}

const found = (...given: Parameters<typeof replayed>) =>
  replayed(...given).problems.map(({ seq, what }) => `${seq} ${what}`);

describe("the state", () => {
  it("is checked to the bit: a change in the last digit of a sum is detected", () => {
    const loss = honest.loss.with(1, -0.9999999999999999);
    const problems = found({ state: { ...honest, loss } }, { without: [] });
    expect(problems).toEqual(["37 state hash"]);
    expect(found({ state: { ...honest, t: 4 } }, { without: [] })).toEqual(["37 state hash"]);
    expect(found({ state: honest }, { without: [] })).toEqual([]);
  });

  it.each([
    [1, 0],
    [2, Math.LN2],
    [100, 4.605170185988092],
    [0.001, -6.907755278982137],
    [1e300, 690.7755278982137],
  ])("takes the logarithm of %d", (x, ln) => {
    expect(portableLog(x)).toBe(ln);
  });
});

describe("an erasure", () => {
  it("is followed by a full replay with the totals", () => {
    const report = replayed({ erased: "p2" });
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([1, 2, 3, 4]);
    expect(report.resumed).toEqual([{ seq: 38, unknownPeople: 1 }]);
    // p1 of round 1, and both of round 5.
    expect(report.chanceCount).toBe(3);
  });

  it("leaves all later rounds open without the totals", () => {
    const report = replayed({ erased: "p2" }, { withTotals: false });
    expect(report.problems).toEqual([]);
    expect(report.erasedRounds).toEqual([1, 2, 3, 4, 5]);
    expect(report.resumed).toEqual([]);
  });

  it("does not hide an arbitrary chance in the last round", () => {
    const forged = { erased: "p2", last: "0.9" };
    expect(found(forged, { withTotals: false })).toEqual([]);
    expect(found(forged)).toEqual(["41 chance of p7"]);
  });

  it("is refused with a state that the logged charges do not add up to", () => {
    const invented = { ...honest, loss: honest.loss.with(2, -7) };
    expect(found({ erased: "p2", state: invented })[0]).toBe("38 total 2");
    // p2 was charged - c - 1/2: a server can claim that p2 had up to 5 too, but nothing else.
    const other = { ...honest, loss: honest.loss.with(0, -0.36571043729782104 - 0.634289562702179) };
    expect(found({ erased: "p2", state: other })).not.toContain("38 total 0");
    const half = { ...honest, loss: honest.loss.with(0, -0.36571043729782104 - 0.3) };
    expect(found({ erased: "p2", state: half })[0]).toBe("38 total 0");
  });

  it("contains the last hashed state, or none if no person was charged", () => {
    const { log } = knownLog({ erased: "p2" });
    const changed = (from: string, to: string) =>
      replay(log.text().replace(from, to), log.features(["p2"]), log.totals()).problems.map(
        ({ what }) => what,
      );
    expect(
      changed('"head":{"learner":"exp2","size":4,"t":3}', '"head":{"learner":"exp2","size":4,"t":2}'),
    ).toContain("state of an erasure");
    expect(changed(/"state":\{[^}]*\}[^}]*\}/.exec(log.text())?.[0] ?? "", '"state":null')).toContain(
      "state of an erasure",
    );
  });

  it("is reported with a totals file that does not match", () => {
    const { log } = knownLog({ erased: "p2" });
    const wrong = (totals: string) =>
      replay(log.text(), log.features(["p2"]), totals).problems.map(({ what }) => what);
    expect(wrong(log.totals().replace("AAAA", "AAAB"))).toEqual(["totals file: hash"]);
    expect(wrong(log.totals().repeat(2))).toEqual(["totals file: hash"]);
    expect(wrong(log.totals().replace('"bytes":"AAAA', '"bytes":"*'))).toEqual(["totals file: bytes"]);
  });
});
