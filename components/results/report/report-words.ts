import { selectionReview } from "#components/setup/panel/selection-words.ts";
import { kindTitle } from "#components/setup/rules/kind-words.ts";
import { picksWords } from "#components/setup/settings/picks-words.ts";
import { decisionRuleWords } from "#components/ui/decision-rule-words.ts";
import * as cancelled from "#messages/cancelledRounds.ts";
import * as groupWords from "#messages/groups.ts";
import * as override from "#messages/overrides.ts";
import * as panel from "#messages/panelResults.ts";
import * as t from "#messages/report.ts";
import * as summary from "#messages/summary.ts";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import { formatDay, formatList, formatPoints } from "#server/format.ts";
import { messageKey } from "#server/locale.ts";
import type { StudyReport } from "#server/results/report/read-report.ts";
import type { ReportSection } from "#server/study/report-forms.ts";
import { alphaFigure, reportsInWords } from "../panel/finding-words.ts";
import {
  distanceSentence,
  leftOutWords,
  levelSentence,
  movedSentence,
  policyWords,
} from "../policy/changed-words.ts";
import { promiseReason, promiseWords } from "../policy/promise-words.ts";
import { errorSentence, unknownSentence } from "../summary/summary-words.ts";

/** A sentence of a report, with the log entry that it follows from; null: it states no figure. */
export type ReportSentence = { readonly text: string; readonly seq: number | null };

/** Says what a report states in each of its sections. */
export const sectionSentences: Readonly<Record<ReportSection, (report: StudyReport) => ReportSentence[]>> = {
  purpose: ({ purpose: { text, seq } }) => [{ text: text.trim() === "" ? t.notStated() : text, seq }],
  people: ({ people: { seq, ...counts }, settings }) => [
    { text: t.imported(counts), seq },
    { text: t.shownColumns({ columns: formatList(settings.shownColumns) }), seq: settings.seq },
  ],
  decision: decisionSentences,
  panels: ({ selection: { selection, seatCount, seq } }) => [
    { text: selectionReview(selection, seatCount), seq },
  ],
  rounds: roundSentences,
  reports: reportSentences,
  moved: movedSentences,
  errors: ({ study, errors }) =>
    errors === null
      ? [{ text: study.isAudit ? summary.auditUnknown() : t.nothingYet(), seq: null }]
      : [errorSentence(errors), unknownSentence(errors)].map((text) => ({ text, seq: errors.seq })),
  agreement: agreementSentences,
  groups: ({ groups, rounds }) =>
    groups === null
      ? [{ text: rounds.closed.length === 0 ? t.nothingYet() : t.noGroups(), seq: null }]
      : [
          {
            text: groupWords.counted({
              people: groups.personCount,
              rounds: groups.roundCount,
              erased: groups.erasedCount,
            }),
            seq: groups.seq,
          },
          { text: groupWords.selectionAdds(), seq: null },
        ],
  undone: undoneSentences,
  overrides: overrideSentences,
  limits: ({ study: { isAudit } }) =>
    [
      ...[t.limitPairs(), t.limitPanel()],
      ...(isAudit ? [] : [t.limitOutcomes(), t.limitChances()]),
      t.limitStatements(),
    ].map((text) => ({ text, seq: null })),
  verify: ({ head }) => [
    { text: t.headIs({ day: formatDay(head.at), hash: fingerprintGroups(head.hash) }), seq: head.seq },
    { text: t.howToVerify(), seq: null },
  ],
};

function decisionSentences({ selection, settings }: StudyReport): ReportSentence[] {
  const { alpha, roundSize, panel: panelRule, learner, seq } = settings;
  const texts =
    learner === null
      ? [t.auditChances()]
      : [
          t.policyOf({ count: learner.ruleCount, kind: kindTitle(learner.kind) }),
          t.picksOf({ words: picksWords(learner.picks, roundSize) }),
          t.drawOf({ isEven: learner.draw === "even", when: learner.drawAt }),
        ];
  return [
    ...texts,
    t.judgedFrom({ points: formatPoints(Number(alpha), 10) }),
    t.reportedBy({
      isRule: panelRule.rule !== undefined,
      rule: decisionRuleWords(panelRule, selection.seatCount),
    }),
  ].map((text) => ({ text, seq }));
}

function roundSentences({ rounds: { closed, openCount, seq }, errors }: StudyReport): ReportSentence[] {
  const [first, last] = [closed.at(0), closed.at(-1)];
  if (first === undefined || last === undefined) return [{ text: t.noRound({ open: openCount }), seq }];
  const [from, to] = [formatDay(first.openedAt), formatDay(last.closedAt)];
  const people = closed.reduce((sum, { personCount }) => sum + personCount, 0);
  const picked = errors?.closed.reduce((sum, { pickedCount }) => sum + pickedCount, 0);
  return [
    {
      text: t.roundsHeld({
        closed: closed.length,
        open: openCount,
        isOneDay: from === to,
        ...{ from, to },
      }),
      seq,
    },
    {
      text: picked === undefined ? t.peopleJudged({ people }) : t.peopleDecided({ people, picked }),
      seq: last.seq,
    },
  ];
}

function reportSentences({ reports, guarded }: StudyReport): ReportSentence[] {
  if (reports === null) return [{ text: t.nothingYet(), seq: null }];
  return [
    { text: reportsInWords(reports), seq: reports.seq },
    ...(guarded === null
      ? []
      : [`${promiseWords(guarded)} ${promiseReason(guarded)}`].map((text) => ({ text, seq: guarded.seq }))),
  ];
}

function movedSentences({ study, changed }: StudyReport): ReportSentence[] {
  if (study.isAudit) return [{ text: t.chancesFixed(), seq: null }];
  if (changed === null || changed.pairs.length === 0) return [{ text: t.notMoved(), seq: null }];
  return [
    distanceSentence(changed),
    levelSentence(changed),
    movedSentence(changed),
    `${policyWords(changed)} ${leftOutWords(changed)}`.trim(),
  ].map((text) => ({ text, seq: changed.seq }));
}

function agreementSentences({ agreement }: StudyReport): ReportSentence[] {
  if (agreement === null) return [{ text: t.nothingYet(), seq: null }];
  const { alpha, interval, rounds, disputedCount, seq } = agreement;
  if (alpha === null) return [{ text: rounds === 0 ? panel.agreementNone() : panel.agreementSame(), seq }];
  const figure = alphaFigure(alpha);
  const ends = interval && { low: alphaFigure(interval.low), high: alphaFigure(interval.high) };
  return [
    ends === null ? panel.agreementLabel({ figure }) : panel.agreementBetween({ figure, ...ends }),
    panel.alphaMeaning(),
    panel.hadBoth({ count: disputedCount }),
  ].map((text) => ({ text, seq }));
}

function undoneSentences({ cancelled: rounds, annulled }: StudyReport): ReportSentence[] {
  const said = [
    ...(rounds === null ? [] : [{ text: cancelled.counted(rounds), seq: rounds.seq }]),
    ...(annulled === null
      ? []
      : [{ text: panel.annulledSince({ count: annulled.pairs }), seq: annulled.seq }]),
  ];
  return said.length === 0 ? [{ text: t.noneUndone(), seq: null }] : said;
}

function overrideSentences({ overrides }: StudyReport): ReportSentence[] {
  if (overrides === null) return [{ text: t.noneOverridden(), seq: null }];
  const { all, byReason, seq } = overrides;
  const reasons = byReason.flatMap(({ reason, picked, notPicked }) =>
    picked + notPicked === 0
      ? []
      : [
          t.countOfReason({
            reason: override.reason({ reason: messageKey(reason) }),
            count: picked + notPicked,
          }),
        ],
  );
  return [t.overridden(all), t.reasonsOf({ reasons: formatList(reasons) })].map((text) => ({ text, seq }));
}
