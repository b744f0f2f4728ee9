import { expect, it } from "vitest";
import { type MemberOutcome, outcomeRate } from "#server/analysis/groups/outcome-rate.ts";

const member = (chance: number, outcome: MemberOutcome["outcome"]): MemberOutcome => ({
  ...{ chance, outcome, isSelected: outcome !== null, together: 1 },
});

it("is exact once every member's outcome is known", () => {
  const members = [...Array(4).fill(member(0.1, "yes")), ...Array(4).fill(member(0.5, "no"))];
  expect(outcomeRate(members)).toEqual({ known: 8, rate: 0.5, range: { low: 0.5, high: 0.5 } });
});

it("includes every rate that known outcomes do not exclude", () => {
  const members = [member(0.5, "yes"), member(0.5, "no"), ...Array(2).fill(member(0.5, null))];
  expect(outcomeRate(members)).toEqual({ known: 2, rate: 0.5, range: { low: 0.25, high: 0.75 } });
});

it("moves an estimate into the interval if far more members were selected than expected", () => {
  // The twelve count 60 together and the one 100, but at least twelve of the twenty have the outcome.
  const members = [
    ...Array(12).fill(member(0.2, "yes")),
    ...Array(1).fill(member(0.01, "no")),
    ...Array(7).fill(member(0.2, null)),
  ];
  const { rate = 0, range } = outcomeRate(members) ?? {};
  expect(60 / 160).toBeLessThan(range?.low ?? 0);
  expect(rate).toBe(range?.low);
});
