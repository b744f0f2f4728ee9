import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Column } from "#server/learner/config/spec.ts";

/** Columns of the simulated loan applicants, in the order of their cells. */
export const applicantColumns: readonly Column[] = [
  { name: "monthly income", type: "number" },
  { name: "loan amount", type: "number" },
  { name: "months to repay", type: "number" },
  { name: "years in job", type: "number" },
  { name: "housing", type: "category" },
  { name: "late payments", type: "number" },
];

const housings = ["own", "rent", "family"] as const;

/** Name of the column that says who repaid. */
export const outcomeColumn = "repaid";

/** Name of the column with the chances of the rule in force, in percent. */
export const chanceColumn = "chance";

/** Name of the column that is a group for reporting only. */
export const groupColumn = "district";

const districts = ["North", "East", "South", "West"] as const;

/**
 * Generates a file of simulated people who apply for small loans, with the chance that a rule in force gives them and
 * whether they would repay. The same seed gives the same people.
 */
export function applicantsFile(seed: number, count: number): Uint8Array {
  const header = [...applicantColumns.map(({ name }) => name), chanceColumn, outcomeColumn, groupColumn];
  const people = applicants(seed, count);
  const lines = [header, ...districtsOf(seed, people)].map((cells) => cells.join(","));
  return new TextEncoder().encode(lines.join("\n"));
}

function applicants(seed: number, count: number): string[][] {
  const generator = xoroshiro128plus(seed);
  const whole = (from: number, to: number) => uniformInt(generator, from, to);
  return Array.from({ length: count }, () => {
    const income = 50 * whole(24, 110);
    const loan = 500 * whole(2, 40);
    const months = 6 * whole(1, 10);
    const years = whole(0, 15);
    const latePayments = Math.max(0, whole(-3, 4));
    const housing = housings[whole(0, 2)] ?? "rent";
    const means = 0.0008 * (income - 3_350) - 0.00015 * (loan - 10_500) + 0.05 * (years - 7);
    // Late payments say nearly all about repaying, so a policy can beat a lot within the demo's few rounds.
    const repays = 1 / (1 + Math.exp(-(15 + means - 10 * latePayments)));
    const outcome = uniformFloat64(generator) < repays ? "yes" : "no";
    // The rule in force prefers owners, which the guidelines of the audit do not allow.
    const chance = Math.min(95, Math.round(income / 100) + (housing === "own" ? 35 : 10));
    return [income, loan, months, years, housing, latePayments, chance, outcome].map(String);
  });
}

/** Adds a district to each person: from numbers of its own, so that the rest of the file does not depend on it. */
function districtsOf(seed: number, people: readonly string[][]): string[][] {
  const generator = xoroshiro128plus(1_000 + seed);
  return people.map((cells) => {
    const number = uniformInt(generator, 0, 49);
    return [...cells, number === 0 ? "Islands" : (districts[number % 4] ?? "North")];
  });
}
