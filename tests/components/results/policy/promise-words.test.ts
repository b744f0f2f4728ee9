import { expect, it } from "vitest";
import { promiseReason, promiseWords } from "#components/results/policy/promise-words.ts";

const promise = {
  reportCount: 2,
  closedCount: 12,
  most: [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3],
  ahead: { rounds: 50, most: 6 },
  certainUntil: 495,
  cutReportCount: 0,
};
const rounds = Array.from({ length: 12 }, () => ({ isCut: false }));

it("gives the count, the possible number, how long it is guaranteed, and the cuts", () => {
  expect(promiseWords({ promise, rounds })).toBe(
    "2 reports in 12 rounds. At most 3 were possible. Guaranteed up to round\u00a0495. No correction was cut.",
  );
});

it("adds a report whose correction was cut, but not a quiet round", () => {
  const cut = rounds.map((_, index) => ({ isCut: index < 3 }));
  expect(promiseWords({ promise: { ...promise, cutReportCount: 1 }, rounds: cut })).toBe(
    "2 reports in 12 rounds. At most 3 were possible, and 1 more because the correction of that round was cut. Guaranteed up to round\u00a0495. 3 corrections were cut.",
  );
  expect(promiseWords({ promise, rounds: cut })).toContain("At most 3 were possible. Guaranteed");
});

it("describes what to expect in a study without a closed round", () => {
  const fresh = { ...promise, reportCount: 0, closedCount: 0, most: [0] };
  expect(promiseWords({ promise: fresh, rounds: [] })).toBe(
    "No round has closed yet. Guaranteed up to round\u00a0495. No correction was cut.",
  );
  expect(promiseReason({ promise: fresh, rounds: [{ round: 1, t: 1 }] })).toMatch(
    /^At most 6 of the first 50 rounds can end in a report, whatever the panel does\. .* correction is cut\.$/,
  );
  expect(promiseReason({ promise: fresh, rounds: [{ round: 2, t: 1 }] })).toMatch(
    /Cancelled rounds are not counted\.$/,
  );
});

it("uses the singular for one", () => {
  const one = { ...promise, reportCount: 1, closedCount: 1, most: [0, 1] };
  expect(promiseWords({ promise: one, rounds: [{ isCut: false }] })).toMatch(
    /^1 report in 1 round\. At most 1 was possible\. /,
  );
});
