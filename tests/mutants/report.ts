import { areaNames, areaOf } from "./areas.ts";
import { type Equivalent, equivalents, reasonFor } from "./equivalent.ts";
import type { Mutant } from "./plant.ts";
import type { Outcome, Result, Results } from "./results.ts";

type Judged = { readonly mutant: Mutant; readonly result: Result; readonly reason: string | undefined };
type Known = Pick<Results, "byMutant" | "unmutated">;

const columns = [
  "mutants",
  "killed",
  "timed out",
  "survived",
  "unreached",
  "refused",
  "accepted",
  "share killed",
];

/** What is known of the mutants that were judged: a table by area, every survivor, and what was left out. */
export function reportOf(
  mutants: readonly Mutant[],
  { byMutant, unmutated }: Known,
  accepted: readonly Equivalent[] = equivalents,
): string {
  const judged = mutants.flatMap((mutant) => {
    const result = byMutant.get(mutant.id);
    return result ? [{ mutant, result, reason: reasonFor(mutant, accepted) }] : [];
  });
  const useless = [...unmutated.values()].filter(({ failure }) => failure !== null);
  const doubted = [...new Set(judged.flatMap(({ result }) => result.doubted ?? []))];
  return [
    `${judged.length} of ${mutants.length} mutants judged, ${secondsOf(judged)}`,
    table(judged),
    section("Survived", judged.filter(isAlive).map(lineOf)),
    section("Accepted, since they make no difference", judged.filter(isAccepted).map(lineOf)),
    section(
      "Found although they are accepted as making no difference: not true",
      judged.filter(({ reason, result }) => reason && isFound(result)).map(lineOf),
    ),
    section(
      "Test files left out, since they fail without any mutant",
      useless.map(({ test, failure }) => `${test}: ${failure}`),
    ),
    section("Test files that failed with a mutant once and not again", doubted),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function isFound({ outcome }: Result): boolean {
  return outcome === "killed" || outcome === "timed-out";
}

function isAccepted({ result, reason }: Judged): boolean {
  return reason !== undefined && !isFound(result) && result.outcome !== "refused";
}

function isCounted(judged: Judged): boolean {
  return judged.result.outcome !== "refused" && !isAccepted(judged);
}

function isAlive(judged: Judged): boolean {
  return isCounted(judged) && !isFound(judged.result);
}

function table(judged: readonly Judged[]): string {
  const lines = areaNames
    .map((area) => [area, judged.filter(({ mutant }) => areaOf(mutant.file) === area)] as const)
    .filter(([, inArea]) => inArea.length > 0)
    .map(([area, inArea]) => row(area, figures(inArea)));
  return [row("area", columns), ...lines, row("all", figures(judged))].join("\n");
}

function figures(judged: readonly Judged[]): string[] {
  const counted = judged.filter(isCounted);
  const accepted = judged.filter(isAccepted);
  const count = (outcome: Outcome) =>
    judged.filter((one) => one.result.outcome === outcome && !isAccepted(one)).length;
  const counts = (["killed", "timed-out", "survived", "unreached", "refused"] as const).map(count);
  const found = counted.filter(({ result }) => isFound(result)).length;
  const share = counted.length === 0 ? "-" : `${((100 * found) / counted.length).toFixed(1)} %`;
  return [judged.length, ...counts, accepted.length, share].map(String);
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(10)}${cells.map((cell) => cell.padStart(14)).join("")}`;
}

function lineOf({ mutant, result, reason }: Judged): string {
  const { file, line, operator, change, lineText, nth } = mutant;
  const which = nth > 0 ? ` (nth ${nth})` : "";
  const how = result.outcome === "unreached" ? "no test runs this code" : `${result.tests} test files passed`;
  const why = reason ? `\n    ${reason}` : "";
  return `${file}:${line}  ${operator}: ${change}${which}  [${how}]\n    ${lineText}${why}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `${title}: ${lines.length}\n${lines.join("\n")}` : "";
}

function secondsOf(judged: readonly Judged[]): string {
  const half = (alive: boolean) => {
    const seconds = judged
      .filter(({ result }) => (alive ? result.outcome === "survived" : isFound(result)))
      .map(({ result }) => result.seconds)
      .sort((one, other) => one - other);
    return (seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1);
  };
  return `half of those found within ${half(false)} s, half of the survivors within ${half(true)} s`;
}
