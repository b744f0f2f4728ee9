import { dataAddress, panelResultsAddress, policyAddress } from "#components/ui/study-addresses.ts";
import { unbeatenYardstick } from "#components/ui/yardstick-rows.ts";
import * as common from "#messages/common.ts";
import * as panel from "#messages/panelResults.ts";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/summary.ts";
import type { Findings } from "#server/analysis/findings/findings.ts";
import type { ComparedErrors } from "#server/analysis/findings/loss-estimate.ts";
import { formatList } from "#server/format.ts";
import type { Changes } from "#server/results/policy/read-changes.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";
import { distanceSentence, levelSentence, movedSentence } from "../policy/changed-words.ts";

/** A sentence of the summary, with a link to what proves it. */
export type SummarySentence = {
  readonly text: string;
  readonly proof: { readonly href: string; readonly name: string };
};

type Reports = Pick<Findings["reports"], "reports" | "rounds" | "annulledPairs">;

/** Sums up a study that learns, in at most five sentences. */
export function summarySentences(
  studyId: string,
  { reports, overview, changes }: { reports: Reports; overview: Overview; changes: Changes },
): SummarySentence[] {
  const { changed } = changes;
  return [
    {
      text: reportSentence(reports, overview),
      proof: { href: panelResultsAddress(studyId), name: t.proofPanel() },
    },
    ...(changed === null || changed.pairs.length === 0
      ? []
      : [
          {
            text: distanceSentence(changed),
            proof: { href: `${policyAddress(studyId)}#changed`, name: t.proofDistances() },
          },
          {
            text: `${levelSentence(changed)} ${movedSentence(changed)}`,
            proof: { href: `${policyAddress(studyId)}#changed`, name: t.proofPairs() },
          },
        ]),
    {
      text: errorSentence(overview),
      proof: { href: `${policyAddress(studyId)}#loss`, name: t.proofErrors() },
    },
    {
      text: unknownSentence(overview),
      proof: { href: dataAddress(studyId), name: common.tab({ tab: "data" }) },
    },
  ];
}

/** Says how often the panel reported a pair, and what was promised about it. */
export function reportSentence(
  { reports, rounds, annulledPairs }: Reports,
  overview: Overview | null,
): string {
  const most = overview?.guarded?.promise.most.at(-1);
  const counted =
    most === undefined ? t.reports({ reports, rounds }) : t.reportsOfMost({ reports, rounds, most });
  return annulledPairs === 0 ? counted : `${counted} ${panel.annulledSince({ count: annulledPairs })}`;
}

/** Says how many decisions were wrong, next to the rules that anyone could follow. */
export function errorSentence({
  compared,
  closed,
  hasNumber,
  unreportable,
}: Pick<Overview, "compared" | "closed" | "hasNumber" | "unreportable">): string {
  if (compared?.policy.isSupported !== true) {
    const known = closed.reduce((sum, { loss }) => sum + loss.knownCount, 0);
    return t.errorsEarly({ known });
  }
  const { policy, acceptNone, acceptAll, atRandom, inForce } = compared;
  const figure = ({ mean }: ComparedErrors["policy"]) => Math.round(100 * mean);
  const sentence = t.errorsCompared({
    policy: figure(policy),
    acceptNone: figure(acceptNone),
    acceptAll: figure(acceptAll),
    atRandom: figure(atRandom),
    hasRule: inForce !== null,
    inForce: figure(inForce ?? policy),
  });
  const errors = {
    acceptNone: acceptNone.mean,
    acceptAll: acceptAll.mean,
    atRandom: atRandom.mean,
    inForce: inForce?.mean ?? null,
    unreportable,
  };
  const unbeaten = unbeatenYardstick(errors, hasNumber, (yardstick, error) =>
    // The best rule is chosen by the same outcomes, so its estimate has no difference of its own.
    yardstick === "unreportable"
      ? (policy.interval?.high ?? 1) < error
      : (compared.difference[yardstick]?.high ?? 0) < 0,
  );
  if (unbeaten === null) return sentence;
  const { yardstick, error } = unbeaten;
  return `${sentence} ${picks.notBetter({ yardstick, error: Math.round(100 * error), hasNumber })}`;
}

/** Says what is not known yet, and what never will be. */
export function unknownSentence({
  closed,
  pendingCount,
  lostCount,
}: Pick<Overview, "closed" | "pendingCount" | "lostCount">): string {
  const notPicked = closed.reduce((sum, { personCount, pickedCount }) => sum + personCount - pickedCount, 0);
  const unjudged = closed.reduce((sum, { unjudgedCount }) => sum + unjudgedCount, 0);
  const parts = [
    pendingCount > 0 && t.outcomesAwaited({ count: pendingCount }),
    lostCount > 0 && t.outcomesLost({ count: lostCount }),
    unjudged > 0 && t.pairsUnjudged({ count: unjudged }),
    notPicked > 0 && t.peopleNotPicked({ count: notPicked }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t.allKnown() : t.notKnown({ parts: formatList(parts) });
}

/** Sums up an audit, which picks no people and learns nothing. */
export function auditSentences(studyId: string, reports: Reports): SummarySentence[] {
  return [
    {
      text: reportSentence(reports, null),
      proof: { href: panelResultsAddress(studyId), name: t.proofPanel() },
    },
    {
      text: t.auditUnknown(),
      proof: { href: dataAddress(studyId), name: common.tab({ tab: "data" }) },
    },
  ];
}
