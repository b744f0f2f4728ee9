/**
 * Tolerances in honest logs are accepted. Tolerances that contradict a verdict are in
 * tests/replay/forgeries/docket.ts.
 */

import { expect, it } from "vitest";
import { sealed } from "#tests/replay/fixture.ts";
import { auditLog } from "#tests/replay/fixture-audit.ts";
import type { Verdict } from "#tests/replay/fixture-ballots.ts";
import { replay } from "#tests/replay/replay.ts";
import { verified } from "#tests/setup/verify.ts";

function problems(given: Parameters<typeof auditLog>[0]) {
  const log = auditLog(given);
  const { problems: found } = verified({ log: log.text(), features: log.features(), totals: "" });
  return [...found, ...replay(log.text(), log.features()).problems];
}

it.each<[Verdict]>([
  [[0, 1, "acceptable", 38]],
  [[0, 1, "unfair", 37]],
  [[0, 1, "acceptable"]],
  [[0, 1, "unsure"]],
])("is accepted if it agrees with its verdict, also at the limit: %j", (said) => {
  expect(problems({ said, asksTolerance: true })).toEqual([]);
});

// The gap is 0.375, and alpha 0.5: an answer is never a flag.
const asked = { round: 3, pairs: [[0, 1]] };

it.each<[Verdict]>([[[0, 1, "acceptable", 38]], [[0, 1, "unfair", 37]]])(
  "is the answer of a panel to the request: %j",
  (said) => {
    expect(problems({ said, asked })).toEqual([]);
  },
);

it("may keep a round open that would otherwise close at once", () => {
  const log = auditLog({ said: [0, 1, "acceptable", 38], asked, closesWithoutPairs: true });
  const check = (text: string) => [
    verified({ log: text, features: log.features(), totals: "" }).problems,
    replay(text, log.features()).problems,
  ];
  expect(check(log.text())).toEqual([[], []]);
  // A log may end after any entry.
  const opening = log.entries.findLastIndex(({ type }) => type === "round.opened");
  expect(check(sealed(log.entries.slice(0, opening + 1)))).toEqual([[], []]);
});
