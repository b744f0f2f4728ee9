import { describe, expect, it } from "vitest";
import { backOff, saveFailureOf } from "#components/judging/ballots/save-failure.ts";

describe("a failure to save verdicts", () => {
  it.each([
    [null, "unreachable", false],
    ["storage-away", "unreachable", false],
    ["busy", "busy", false],
    ["too-many-calls", "busy", false],
    ["not-signed-in", "signed-out", false],
    ["not-on-panel", "somebody-else", false],
    ["round-closed", "ended", true],
    ["deadline-passed", "ended", true],
    ["pair-not-eligible", "refused", true],
  ] as const)("%s is %s", (code, reason, isFinal) => {
    expect(saveFailureOf({ code, message: "No.", fields: {} })).toEqual({ reason, isFinal, message: "No." });
  });

  it("is retried at growing intervals, at least twice a minute", () => {
    expect([0, 1, 2, 3, 4, 20].map(backOff)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });
});
