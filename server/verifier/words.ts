import * as say from "#messages/verifier.ts";
import { beaconChainText } from "#server/audit-log/beacon-texts.ts";
import { formatNumber } from "#server/format.ts";
import type { Forecast } from "./forecast.ts";
import {
  headline,
  type Problem,
  type ReceiptReport,
  type RestoreReport,
  receiptQuestions,
  type VerifyReport,
} from "./report.ts";
import { reservationWords } from "./reservations.ts";

/** Returns a report as lines of text: the answer, the differences, why it could be checked only in part, what was computed. */
export function reportWords(report: VerifyReport): string[] {
  const { obstacle, problems, problemCount, reservations } = report;
  const hidden = problemCount - problems.length;
  return [
    headline(report),
    ...(obstacle === null ? [] : [obstacle.message]),
    ...problems.flatMap(problemWords),
    ...(hidden > 0 ? [`... and ${formatNumber(hidden)} more that differ.`] : []),
    ...reservations.map(({ kind, count }) => `${reservationWords[kind]({ count })}.`),
    ...report.restores.map(restoreWords),
    ...reliedOnWords(report),
    ...report.receipts.map(receiptWords),
    ...budgetWords(report),
    computedWords(report),
    ...(report.head === null ? [] : [`Last entry ${report.head.seq}, hash ${report.head.hash}.`]),
  ];
}

/** Describes a restore in a line. */
function restoreWords({ seq, lostCount, skippedLinks, rounds }: RestoreReport): string {
  const again = rounds.map((round) => say.drawnAgainRound({ round }));
  return [say.restoredAt({ seq, lostCount, skippedLinks }), ...again].join(" ");
}

/** Names the beacon and the witnesses that the server chose, in the form in which they can be given as trusted. */
function reliedOnWords({ reliedOn: { beacon, witnesses } }: VerifyReport): string[] {
  return [
    ...(beacon === null ? [] : [`Relies on the beacon that this server chose: ${beaconChainText(beacon)}`]),
    ...witnesses.map((witness) => `Relies on a witness that this server chose: ${witness}`),
  ];
}

function placeInWords({ seq }: Pick<Problem, "seq">): string {
  return seq === 0 ? "Outside the log" : `Entry ${formatNumber(seq)}`;
}

/** Describes a problem: where, what was expected and what was found. */
function problemWords({ seq, what, expected, found, detail }: Problem): string[] {
  const exactly = detail === undefined ? "" : ` (${detail})`;
  return [`${placeInWords({ seq })}: ${what}`, `  expected ${expected}`, `  found    ${found}${exactly}`];
}

/** Describes the result for a receipt, in a line. */
function receiptWords({ name, ballot, answers }: ReceiptReport): string {
  if (ballot === null) return `Receipt ${name}: not a complete receipt.`;
  const where = `Receipt ${name}, round ${ballot.round}, entry ${formatNumber(ballot.seq)}`;
  if (answers === null) return `${where}: of another study.`;
  const said = receiptQuestions.map((question) =>
    say.receiptAnswer({ question, answer: answers[question].answer }),
  );
  return `${where}. ${said.join(" ")}`;
}

/** Describes what recomputing will cost, and whether the budget is enough. */
export function forecastWords(
  { entries, openings, drawn, rules, noise, operations }: Forecast,
  budget: number,
): string {
  const each = `${formatNumber(drawn)} rules, each out of ${formatNumber(rules)} with ${formatNumber(noise)} numbers of noise`;
  const sum = `${formatNumber(openings)} rounds in ${formatNumber(entries)} entries, ${each}: ${scientific(operations)} operations`;
  const enough = operations <= budget ? "It is enough." : "Rounds beyond the budget are left out.";
  return `FTPL draws its rules again for ${sum}. The budget is ${scientific(budget)}. ${enough}`;
}

/** Describes which rounds were left out, and which budget includes them. */
function budgetWords({ budget }: VerifyReport): string[] {
  if (budget === null || budget.leftOut.length === 0) return [];
  const [first = 0, last = 0] = [budget.leftOut.at(0), budget.leftOut.at(-1)];
  return [
    `Left out are rounds ${formatNumber(first)} to ${formatNumber(last)}; a budget of ${scientific(budget.needed)} covers all.`,
  ];
}

/** Formats a number rounded up, so that it can be given as a budget. */
function scientific(operations: number): string {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, operations))) - 1);
  return (Math.ceil(operations / power) * power).toExponential(1);
}

function computedWords({ entryCount, computed }: VerifyReport): string {
  const { chances, panels, draws, states } = computed;
  const parts = [
    `${formatNumber(chances)} chances`,
    `${formatNumber(panels)} decisions of the panel`,
    `${formatNumber(draws)} draws`,
    `${formatNumber(states)} states of the learner`,
  ];
  return `${formatNumber(entryCount)} entries read; computed and equal: ${parts.join(", ")}.`;
}
