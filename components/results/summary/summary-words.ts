import { dataAddress, panelResultsAddress, policyAddress } from "#components/ui/study-addresses.ts";
import type { ComparedErrors } from "#server/analysis/findings/loss-estimate.ts";
import { formatCount, formatList, formatNumber, plural } from "#server/format.ts";
import type { Changes } from "#server/results/policy/read-changes.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";
import { distanceSentence, movedSentence } from "../policy/changed-words.ts";

/** A sentence of the summary, with a link to what proves it. */
export type SummarySentence = {
  readonly text: string;
  readonly proof: { readonly href: string; readonly name: string };
};

type Reports = { readonly reports: number; readonly rounds: number };

/** Sums up a study that learns, in at most five sentences. */
export function summarySentences(
  studyId: string,
  { reports, overview, changes }: { reports: Reports; overview: Overview; changes: Changes },
): SummarySentence[] {
  const changed = changes.seen?.changed;
  return [
    {
      text: reportSentence(reports, overview),
      proof: { href: panelResultsAddress(studyId), name: "How the panel judged" },
    },
    ...(changed === undefined || changed.pairs.length === 0
      ? []
      : [
          {
            text: movedSentence(changed),
            proof: { href: `${policyAddress(studyId)}#changed`, name: "Pair by pair" },
          },
          {
            text: distanceSentence(changed),
            proof: { href: `${policyAddress(studyId)}#changed`, name: "Distances, pair by pair" },
          },
        ]),
    {
      text: errorSentence(overview),
      proof: { href: `${policyAddress(studyId)}#loss`, name: "Wrong decisions" },
    },
    { text: unknownSentence(overview), proof: { href: dataAddress(studyId), name: "Data" } },
  ];
}

/** Says how often the panel reported a pair, and what was promised about it. */
export function reportSentence({ reports, rounds }: Reports, overview: Overview | null): string {
  const counted = `The panel reported a pair in ${formatNumber(reports)} of ${formatCount(rounds, "closed round")}`;
  const most = overview?.guarded?.promise.most.at(-1);
  return most === undefined
    ? `${counted}.`
    : `${counted}; at most ${formatCount(most, "was", "were")} possible.`;
}

/**
 * Says how many decisions were wrong, next to the rules that anyone could follow.
 *
 * @internal exported for tests
 */
export function errorSentence({ compared, closed }: Pick<Overview, "compared" | "closed">): string {
  if (compared?.policy.isSupported !== true) {
    const known = closed.reduce((sum, { loss }) => sum + loss.knownCount, 0);
    return `It is too early to estimate wrong decisions: ${formatCount(known, "outcome")} ${plural(known, "is", "are")} known.`;
  }
  const { policy, nobody, everybody, atRandom } = inHundred(compared);
  return `About ${policy} of 100 decisions were wrong; picking nobody would have made ${nobody} wrong, everybody ${everybody}, and as many people at random ${atRandom}.`;
}

function inHundred(compared: ComparedErrors): Record<keyof ComparedErrors, string> {
  const { policy, nobody, everybody, atRandom } = compared;
  const figure = ({ mean }: ComparedErrors["policy"]) => formatNumber(Math.round(100 * mean));
  return {
    policy: figure(policy),
    nobody: figure(nobody),
    everybody: figure(everybody),
    atRandom: figure(atRandom),
  };
}

/**
 * Says what is not known yet, and what never will be.
 *
 * @internal exported for tests
 */
export function unknownSentence({
  closed,
  pendingCount,
  lostCount,
}: Pick<Overview, "closed" | "pendingCount" | "lostCount">): string {
  const notPicked = closed.reduce((sum, { personCount, pickedCount }) => sum + personCount - pickedCount, 0);
  const unjudged = closed.reduce((sum, { unjudgedCount }) => sum + unjudgedCount, 0);
  const parts = [
    pendingCount > 0 && `${formatCount(pendingCount, "outcome")} not recorded yet`,
    lostCount > 0 && `${formatNumber(lostCount)} lost`,
    unjudged > 0 && `${formatCount(unjudged, "pair")} that no auditor judged`,
    notPicked > 0 &&
      `the outcomes of ${formatNumber(notPicked)} people who were not picked, which stay unknown`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Every outcome is known." : `Not known: ${formatList(parts)}.`;
}

/** Sums up an audit, which picks no people and learns nothing. */
export function auditSentences(studyId: string, reports: Reports): SummarySentence[] {
  return [
    {
      text: reportSentence(reports, null),
      proof: { href: panelResultsAddress(studyId), name: "How the panel judged" },
    },
    {
      text: "Not known: whether the decisions of the rule in force were wrong. An audit records no outcomes.",
      proof: { href: dataAddress(studyId), name: "Data" },
    },
  ];
}
