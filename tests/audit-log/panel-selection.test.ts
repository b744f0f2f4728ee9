import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taggedHash } from "#server/audit-log/hash.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { selectPanel } from "#server/audit-log/panel-selection.ts";
import { isOrdered, selectionWays } from "#server/audit-log/panel-ways.ts";

const seats = (count: number) => Array.from({ length: count }, (_, index) => `s${index + 1}`);
const seed = (draw: number) => taggedHash("noise", `draw ${draw}`);
const byLot = (size: number): PanelSelection => ({ how: "by-lot", size });
const rotation = (size: number): PanelSelection => ({ how: "rotation", size });

function select(selection: PanelSelection, pool: readonly string[], more = {}) {
  return selectPanel({ selection, pool, seed: seed(0), panelCounts: new Map(), named: [], ...more });
}

describe("choosing a panel", () => {
  it("takes everyone, or the named members by number", () => {
    const pool = seats(11);
    expect(select({ how: "everyone", size: null }, pool)).toEqual({ panel: pool, reserve: [], quotas: [] });
    const named = { named: ["s10", "s2", "s99"] };
    expect(select({ how: "by-operator", size: null }, pool, named)).toEqual({
      panel: ["s2", "s10"],
      reserve: [],
      quotas: [],
    });
  });

  it("draws by the hash of each seat, and keeps the others in lot order", () => {
    const pool = seats(12);
    const lot = pool.toSorted((a, b) =>
      taggedHash("panel", seed(0), a) < taggedHash("panel", seed(0), b) ? -1 : 1,
    );
    expect(select(byLot(5), pool)).toEqual({
      panel: pool.filter((seat) => lot.slice(0, 5).includes(seat)),
      reserve: lot.slice(5),
      quotas: [],
    });
  });

  it("cannot fill a panel from a smaller pool", () => {
    expect(select(byLot(4), seats(3))).toBeUndefined();
    expect(select(rotation(1), [])).toBeUndefined();
    expect(select({ how: "everyone", size: null }, [])).toBeUndefined();
    expect(select({ how: "by-operator", size: null }, seats(3))).toBeUndefined();
    expect(select(byLot(3), seats(3))?.reserve).toEqual([]);
  });

  it("has an order for replacements only for some kinds of selection", () => {
    expect(selectionWays.filter(isOrdered)).toEqual(["by-lot", "rotation", "stratified"]);
  });

  it("gives each set of seats the same chance", () => {
    // 3 seats of 5: each of the 10 sets is drawn 1,000 times in 10,000, with a standard deviation of 30.
    const drawn = new Map<string, number>();
    for (let draw = 0; draw < 10_000; draw += 1) {
      const { panel } = select(byLot(3), seats(5), { seed: seed(draw) }) ?? { panel: [] };
      drawn.set(panel.join(), (drawn.get(panel.join()) ?? 0) + 1);
    }
    expect(drawn.size).toBe(10);
    for (const [panel, count] of drawn) expect(Math.abs(count - 1_000), panel).toBeLessThan(4 * 30);
  });

  it("rotates evenly: no seat is ever two panels ahead of another", () => {
    const anyRounds = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyRounds, fc.integer({ min: 1, max: 9 }), (draws, size) => {
        const counts = new Map<string, number>();
        for (const draw of draws) {
          const more = { seed: seed(draw), panelCounts: counts };
          for (const seat of select(rotation(size), seats(9), more)?.panel ?? []) {
            counts.set(seat, (counts.get(seat) ?? 0) + 1);
          }
        }
        const all = seats(9).map((seat) => counts.get(seat) ?? 0);
        expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("breaks ties of a rotation by lot", () => {
    const panelCounts = new Map([["s2", 1]]);
    const first = new Map<string, number>();
    for (let draw = 0; draw < 3_000; draw += 1) {
      const { panel = [] } = select(rotation(1), seats(4), { seed: seed(draw), panelCounts }) ?? {};
      first.set(panel.join(), (first.get(panel.join()) ?? 0) + 1);
    }
    // 1,000 each, with a standard deviation of 26.
    expect([...first.keys()].sort()).toEqual(["s1", "s3", "s4"]);
    for (const count of first.values()) expect(Math.abs(count - 1_000)).toBeLessThan(4 * 26);
  });
});
