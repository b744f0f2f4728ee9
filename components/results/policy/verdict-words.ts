import { formatCount, formatNumber, formatPoints, plural } from "#server/format.ts";
import type { RememberedVerdict, RememberedVerdicts } from "#server/results/policy/read-verdicts.ts";

/** Names a verdict: "Person 8 over person 3, round 4". */
export function verdictName({ high, low, round }: Pick<RememberedVerdict, "high" | "low" | "round">): string {
  return `Person ${high + 1} over person ${low + 1}, round ${round}`;
}

/**
 * Numerical tolerance: differences are logged decimals and sums of weights, so a bound counts as met within this
 * much.
 */
const tolerance = 1e-9;

/** Describes the present effect of a verdict: "Kept closer than 22 points; no longer binding". */
export function effectWords({
  bound,
  gapNow,
  isBinding,
}: Pick<RememberedVerdict, "bound" | "gapNow" | "isBinding">): string {
  const kept = `closer than ${formatPoints(bound)} points`;
  if (!isBinding) return `Kept ${kept}; no longer binding`;
  return gapNow > bound + tolerance
    ? `To be ${kept}, and not there yet; binding: moves the policy`
    : `Kept ${kept}; binding: moves the policy`;
}

/** Describes what the panel changed, in a few sentences. Differences are means over the pairs. */
export function changedWords({ verdicts, openRound }: RememberedVerdicts): string {
  const rounds = new Set(verdicts.map(({ round }) => round)).size;
  const mean = (name: "gapThen" | "gapNow") =>
    formatPoints(verdicts.reduce((total, verdict) => total + verdict[name], 0) / verdicts.length);
  const average = verdicts.length > 1 ? " on average" : "";
  const policy = openRound === null ? "the next round opens with" : `of round ${openRound}`;
  return [
    `The panel rejected ${formatCount(verdicts.length, "difference")} in ${formatCount(rounds, "round")}, and each is remembered.`,
    `When it was reported, such a pair was ${mean("gapThen")} points apart${average}; by the policy ${policy} it is ${mean("gapNow")}.`,
    bindingWords(verdicts),
  ].join(" ");
}

function bindingWords(verdicts: RememberedVerdicts["verdicts"]): string {
  const binding = verdicts.filter(({ isBinding }) => isBinding).length;
  if (binding === 0) return "None still moves the policy: it keeps to them by itself.";
  const moving = plural(binding, "moves", "move");
  if (binding === verdicts.length)
    return `${plural(binding, "It", "All of them")} still ${moving} the policy.`;
  return `${formatNumber(binding)} of them still ${moving} the policy; to the others it keeps by itself.`;
}
