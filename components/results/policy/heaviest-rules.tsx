import type { ReactNode } from "react";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { tableAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import {
  formatCount,
  formatList,
  formatNumber,
  formatPercent,
  formatPointsChange,
  plural,
} from "#server/format.ts";
import type { Comparison, PolicyView } from "#server/results/policy/read-policy.ts";
import type { RuleShare } from "#server/workers/policy-tasks.ts";
import { EntryLink } from "../data/entry-link.tsx";
import { noPolicyWords } from "./changed-words.ts";

/** Rules with the largest weights in the policy, and how the last round changed them. */
export function HeaviestRules({ studyId, policy }: { studyId: string; policy: PolicyView }) {
  const { comparison, ruleCount, drawnCount } = policy;
  if (comparison === null) {
    return (
      <Sheet>
        <SheetBody className="text-ink-2">{noPolicyWords(policy)}</SheetBody>
      </Sheet>
    );
  }
  const { heaviest, fallen, with: before } = comparison;
  return (
    <Sheet ruled>
      <SheetHeader>
        <h3 className="text-base">{nameOf(comparison)}</h3>
        <KindBadge kind="exact" />
      </SheetHeader>
      <RuleTable rules={heaviest} before={before} isAddedUp caption="The heaviest rules of the policy" />
      {fallen.length > 0 && (
        <>
          <SheetBody className="border-t border-hair pb-0">
            <h3 className="text-base">No longer among the {heaviest.length} heaviest</h3>
          </SheetBody>
          <RuleTable rules={fallen} before={before} caption="Rules that were among the heaviest before" />
        </>
      )}
      <SheetFooter>
        <ResearchDetails about="the heaviest rules">
          {drawnCount !== null && (
            <p>
              FTPL keeps no weights. For each round it draws {formatNumber(drawnCount)} rules; a share is how
              often a rule is among them, and one of them decides.
            </p>
          )}
          <p>
            {othersWords(heaviest, ruleCount, drawnCount)} Equal shares are in catalogue order.{" "}
            <a href={tableAddress(studyId, "rules")} download>
              CSV<span className="sr-only"> of the heaviest rules</span>
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
  rules: readonly RuleShare[];
  before: number | null;
  isAddedUp?: boolean;
  caption: string;
}) {
  const head = (
    <tr>
      <HeaderCell>A person is picked by the rule</HeaderCell>
      <HeaderCell>Share of the policy</HeaderCell>
      {before !== null && <HeaderCell numeric>Before</HeaderCell>}
      {before !== null && <HeaderCell numeric>Change, points</HeaderCell>}
      {isAddedUp && <HeaderCell numeric>Added up</HeaderCell>}
    </tr>
  );
  let total = 0;
  return (
    <Table caption={caption} head={head} fold>
      {rules.map(({ rule, share, before: earlier }) => {
        total += share;
        return (
          <Row key={rule}>
            <RowHead className="min-w-64">{sentenceCase(rule)}</RowHead>
            <Cell label="Share">
              <Share share={share} />
            </Cell>
            {before !== null && (
              <Cell label="Before" numeric>
                {earlier === null ? "–" : formatPercent(earlier)}
              </Cell>
            )}
            {before !== null && (
              <Cell label="Change, points" numeric>
                {earlier === null ? "–" : formatPointsChange(share - earlier)}
              </Cell>
            )}
            {isAddedUp && (
              <Cell label="Added up" numeric>
                {formatPercent(Math.min(1, total))}
              </Cell>
            )}
          </Row>
        );
      })}
    </Table>
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
  const now = round === null ? "The policy as it stands now" : `The policy of round ${round}`;
  return before === null ? now : `${now}, against round ${before}`;
}

function othersWords(heaviest: readonly RuleShare[], ruleCount: number, drawnCount: number | null): string {
  const rest = ruleCount - heaviest.length;
  const shown = heaviest.reduce((total, rule) => total + rule.share, 0);
  // Among the drawn ones shares are multiples of 1/R: only rounding is left.
  if (drawnCount !== null && Math.round((1 - shown) * drawnCount) === 0) return "No other rule was drawn.";
  if (drawnCount !== null)
    return `The other rules that were drawn share ${formatPercent(Math.max(0, 1 - shown))}.`;
  if (rest <= 0) return "These are all rules.";
  return `The other ${formatNumber(rest)} rules share ${formatPercent(Math.max(0, 1 - shown))}.`;
}

/** Describes what the learner processed between the two policies, with links to the entries. */
function changeWords(studyId: string, { round, between }: Comparison, before: number): ReactNode {
  const closed = between.closedRounds.map((number) => `the close of round ${number}`);
  const outcomes = between.outcomeCount > 0 ? [formatCount(between.outcomeCount, "outcome")] : [];
  const learned = formatList([...closed, ...outcomes]) || "nothing yet";
  return (
    <>
      After round {before} opened the learner took in {learned}
      {between.updateSeqs.length > 0 && (
        <>
          {" "}
          ({plural(between.updateSeqs.length, "entry", "entries")}{" "}
          {between.updateSeqs.map((seq, index) => (
            <span key={seq}>
              {index > 0 && ", "}
              <EntryLink studyId={studyId} seq={seq} what="an update of the learner" />
            </span>
          ))}
          )
        </>
      )}
      . {statusWords(round, before, between.closedRounds.includes(before))}
    </>
  );
}

function statusWords(round: number | null, before: number, hasClose: boolean): string {
  if (round !== null) return `Outcomes that came after round ${round} opened are not in it.`;
  return hasClose
    ? "The next round opens with this policy, unless more outcomes come before."
    : `The close of round ${before} is not in it yet: the learner is at work.`;
}

function sentenceCase(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
