import { describe, expect, it } from "vitest";
import { featuresDueAt, retentionDays } from "#server/audit-log/retention.ts";

const day = 24 * 60 * 60_000;

describe("the day on which features are deleted", () => {
  it("is the set number of days after the study's end, at least two weeks after a change", () => {
    expect(featuresDueAt({ endedAt: 5, changedAt: 0, days: 30 })).toBe(5 + 30 * day);
    expect(featuresDueAt({ endedAt: 5, changedAt: 20 * day, days: 30 })).toBe(34 * day);
    expect(featuresDueAt({ endedAt: 5, changedAt: 16 * day, days: 30 })).toBe(5 + 30 * day);
  });

  it("is 14 days to a hundred years after the end", () => {
    const isTaken = (days: unknown) => retentionDays.safeParse(days).success;
    expect([13, 14, 36_500, 36_501, 14.5].map(isTaken)).toEqual([false, true, true, false, false]);
  });
});
