import { AnswerMark } from "#components/ui/answer-mark.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/receipts.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { voteReasonWords } from "#server/verifier/vote-reason.ts";

const questionNames: readonly (keyof VoteReport)[] = ["inLog", "unchanged", "history", "counted", "shown"];

/** Describes the failed checks of a ballot, in sentences. */
export function failuresOf(report: VoteReport): string[] {
  return questionNames
    .filter((one) => report[one].answer === "no")
    .map((one) => voteReasonWords(report[one].why));
}

/** Counts the questions with this answer. */
export function countAnswers(report: VoteReport, answer: "yes" | "open" | "lost"): number {
  return questionNames.filter((one) => report[one].answer === answer).length;
}

export function VoteAnswers({ report }: { report: VoteReport }) {
  return (
    <>
      <dl className="border-t border-hair">
        {questionNames.map((question) => {
          const { answer, why } = report[question];
          return (
            <div
              key={question}
              className="grid gap-x-4 border-b border-hair py-3 text-sm md:grid-cols-[12.5rem_minmax(0,1fr)]"
            >
              <dt className="flex items-center gap-2 font-[560]">
                <AnswerMark answer={answer} />
                {t.answer({ question: t.questionName({ question }), answer })}
              </dt>
              <dd className="text-ink-2">{voteReasonWords(why)}</dd>
            </div>
          );
        })}
      </dl>
      {failuresOf(report).length > 0 && <ReportAdvice />}
      {countAnswers(report, "lost") > 0 && <WhatWasLost />}
    </>
  );
}

function WhatWasLost() {
  return (
    <Notice tone="warn" title={t.lostTitle()}>
      {t.lostNote()}
    </Notice>
  );
}

export function ReportAdvice() {
  return (
    <Notice tone="bad" title={t.adviceTitle()}>
      {t.advice()}
    </Notice>
  );
}
