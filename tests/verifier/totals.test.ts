/** The learner's states that a server may log with an erasure (docs/log-format-state.md). */

import { describe, expect, it } from "vitest";
import { knownLog } from "#tests/replay/fixture-known.ts";
import { verified } from "#tests/setup/verify.ts";

/** The state before the last round: score up to 5, above 5, all people. */
const honest = {
  t: 3,
  ...{ size: 4, loss: [-0.36571043729782104, -1, -2] },
};

function reported(change: Parameters<typeof knownLog>[0], without: readonly string[] = ["p2"]) {
  const { log } = knownLog(change);
  const parts = { log: log.text(), features: log.features([...without]), totals: log.totals() };
  const { problems, reservations } = verified(parts);
  return {
    problems: problems.map(({ seq, what }) => `${seq} ${what}`),
    reservations: Object.fromEntries(reservations.map(({ kind, count }) => [kind, count])),
  };
}

describe("totals after an erasure", () => {
  it("match the charges, and everything after them is recomputed", () => {
    const { problems, reservations } = reported({ erased: "p2" });
    expect(problems).toEqual([]);
    expect(reservations).toMatchObject({ "fitting-totals": 1 });
    expect(reservations).not.toHaveProperty("unchecked-totals");
  });

  it("are refused if the charges do not add up to them", () => {
    const invented = { ...honest, loss: honest.loss.with(2, -7) };
    expect(reported({ erased: "p2", state: invented }).problems[0]).toBe("38 total 2 of a state");
    // p2 was charged - c - 1/2: a server can claim that p2 had up to 5 too, but nothing else.
    const other = { ...honest, loss: honest.loss.with(0, -0.36571043729782104 - 0.634289562702179) };
    expect(reported({ erased: "p2", state: other }).problems).not.toContain("38 total 0 of a state");
    const half = { ...honest, loss: honest.loss.with(0, -0.36571043729782104 - 0.3) };
    expect(reported({ erased: "p2", state: half }).problems[0]).toBe("38 total 0 of a state");
  });
});

describe("the features of a record", () => {
  it("are those of all people who were in a round and not erased", () => {
    expect(reported({}, ["p5"]).problems).toEqual(["0 features of p5"]);
    const { log } = knownLog({ erased: "p2" });
    const parts = { log: log.text(), features: log.features(), totals: log.totals() };
    expect(verified(parts).problems.map(({ what }) => what)).toContain("features of p2");
  });

  it("have the digest in the openings, also of an erased person", () => {
    const { log } = knownLog({ erased: "p2" });
    const other = log
      .text()
      .replace(/"digest":"[0-9a-f]{8}([0-9a-f]+","person":"p2")/, '"digest":"00000000$1');
    const parts = { log: other, features: log.features(["p2"]), totals: log.totals() };
    expect(verified(parts).problems.map(({ what }) => what)).toContain("digest of p2");
  });
});
