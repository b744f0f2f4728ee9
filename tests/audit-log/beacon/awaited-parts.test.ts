import { describe, expect, it } from "vitest";
import { awaitedParts } from "#server/audit-log/beacon/awaited-parts.ts";
import { quicknet } from "#server/audit-log/beacon-texts.ts";
import { selectionWays } from "#server/audit-log/panel-ways.ts";

describe("the parts of an opening that await a public number", () => {
  const beacon = { ...quicknet, delay: 3 };

  it("are a panel by lot or rotation, and a draw at the opening", () => {
    const panels = selectionWays.filter((how) => awaitedParts({ beacon, drawAt: "close", how }).panel);
    expect(panels).toEqual(["by-lot", "rotation", "stratified"]);
    const draws = (["close", "opening", null] as const).map(
      (drawAt) => awaitedParts({ beacon, drawAt, how: "everyone" }).draw,
    );
    expect(draws).toEqual([false, true, false]);
  });

  it("are none without a beacon", () => {
    const parts = awaitedParts({ beacon: null, drawAt: "opening", how: "by-lot" });
    expect(parts).toEqual({ panel: false, draw: false });
  });
});
