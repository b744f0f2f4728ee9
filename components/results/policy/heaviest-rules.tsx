import type { ReactNode } from "react";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { EmptySheet, Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { DataTable } from "#components/ui/table.tsx";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/policy.ts";
import { formatList, formatPercent, formatPointsChange } from "#server/format.ts";
import type { Comparison, NamedShare, PolicyView } from "#server/results/policy/read-policy.ts";
import { EntryLink } from "../data/entry-link.tsx";
import { noPolicyWords } from "./changed-words.ts";

/** Rules with the largest weights in the policy, and how the last round changed them. */
export function HeaviestRules({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { comparison, ruleCount, drawnCount } = policy;
  if (comparison === null) {
    return <EmptySheet>{noPolicyWords(policy)}</EmptySheet>;
  }
  const { heaviest, fallen, constants, with: before } = comparison;
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3 className="text-base">{nameOf(comparison)}</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      <SheetBody className="pt-0">
        {picks.constantShare({
          both: formatPercent(constants.none + constants.all),
          none: formatPercent(constants.none),
          all: formatPercent(constants.all),
        })}
      </SheetBody>
      <RuleTable rules={heaviest} before={before} isAddedUp caption={t.heaviestTable()} />
      {fallen.length > 0 && (
        <>
          <SheetBody className="border-t border-hair pb-0">
            <h3 className="text-base">{t.fallenTitle({ count: heaviest.length })}</h3>
          </SheetBody>
          <RuleTable rules={fallen} before={before} caption={t.fallenTable()} />
        </>
      )}
      <SheetFooter>
        <ResearchDetails about={t.aboutHeaviest()}>
          {drawnCount !== null && <p>{t.drawnNote({ drawn: drawnCount })}</p>}
          <p>
            {othersWords(heaviest, ruleCount, drawnCount)} {t.equalShares()}{" "}
            <a href={tableAddress(studyId, "rules")} download>
              {t.csvRules({ more: (text) => <span className="sr-only">{text}</span> })}
            </a>
          </p>
          {before !== null && <p>{changeWords(studyId, comparison, before)}</p>}
        </ResearchDetails>
      </SheetFooter>
    </Sheet>
  );
}

function RuleTable({
  rules,
  before,
  isAddedUp = false,
  caption,
}: {
  rules: readonly NamedShare[];
  before: number | null;
  isAddedUp?: boolean;
  caption: string;
}) {
  const earlierWords = (earlier: number | null, words: (earlier: number) => string) =>
    earlier === null ? "–" : words(earlier);
  const addedUp = (last: NamedShare) =>
    rules.slice(0, rules.indexOf(last) + 1).reduce((sum, { share }) => sum + share, 0);
  return (
    <DataTable
      caption={caption}
      fold
      rows={rules}
      keyOf={({ rule }) => rule}
      columns={[
        [t.pickedByRule(), ({ rule }) => sentenceCase(rule), { className: "min-w-64" }],
        [t.shareOfPolicy(), ({ share }) => <Share share={share} />, { label: t.share() }],
        before !== null && [
          t.before(),
          (rule) => earlierWords(rule.before, formatPercent),
          { numeric: true },
        ],
        before !== null && [
          t.changePoints(),
          (rule) => earlierWords(rule.before, (earlier) => formatPointsChange(rule.share - earlier)),
          { numeric: true },
        ],
        isAddedUp && [t.addedUp(), (rule) => formatPercent(Math.min(1, addedUp(rule))), { numeric: true }],
      ]}
    />
  );
}

function Share({ share }: { share: number }) {
  return (
    <span className="grid grid-cols-[minmax(4rem,8rem)_4.5rem] items-center gap-3">
      <span aria-hidden className="block h-2 border border-hair bg-sunken">
        <span className="block h-full bg-ink" style={{ width: `${100 * share}%` }} />
      </span>
      <span className="whitespace-nowrap">{formatPercent(share)}</span>
    </span>
  );
}

function nameOf({ round, with: before }: Comparison): string {
  if (round === null) return before === null ? t.policyPresent() : t.policyPresentAgainst({ before });
  return before === null ? t.policyOfRound({ round }) : t.policyOfRoundAgainst({ round, before });
}

function othersWords(heaviest: readonly NamedShare[], ruleCount: number, drawnCount: number | null): string {
  const rest = ruleCount - heaviest.length;
  const others = Math.max(0, 1 - heaviest.reduce((total, rule) => total + rule.share, 0));
  const share = formatPercent(others);
  // Among the drawn ones shares are multiples of 1/R: only rounding is left.
  if (drawnCount !== null) {
    return Math.round(others * drawnCount) === 0 ? t.noOtherDrawn() : t.othersDrawn({ share });
  }
  return rest <= 0 ? t.allRulesShown() : t.othersShare({ count: rest, share });
}

/** Describes what the learner processed between the two policies, with links to the entries. */
function changeWords(studyId: string, { round, between }: Comparison, before: number): ReactNode {
  const { closedRounds, outcomeCount, updateSeqs } = between;
  const closed = closedRounds.map((number) => t.closeOf({ round: number }));
  const outcomes = outcomeCount > 0 ? [t.outcomeCount({ count: outcomeCount })] : [];
  const learned = formatList([...closed, ...outcomes]) || t.nothingYet();
  const entries = () =>
    updateSeqs.map((seq, index) => (
      <span key={seq}>
        {index > 0 && ", "}
        <EntryLink studyId={studyId} seq={seq} what={t.learnerUpdate()} />
      </span>
    ));
  return (
    <>
      {updateSeqs.length === 0
        ? t.learnedSince({ before, learned })
        : t.learnedEntries({ before, learned, count: updateSeqs.length, entries })}{" "}
      {statusWords(round, before, closedRounds.includes(before))}
    </>
  );
}

function statusWords(round: number | null, before: number, hasClose: boolean): string {
  if (round !== null) return t.laterOutcomes({ round });
  return hasClose ? t.nextOpensWith() : t.closeNotLearned({ before });
}

function sentenceCase(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
