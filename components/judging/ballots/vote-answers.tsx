import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { Notice } from "#components/ui/notice.tsx";
import type { VoteReport } from "#server/audit-log/receipts/check-vote.ts";

const questions = {
  inLog: "In the log",
  unchanged: "Unchanged",
  history: "Same history as I was given",
  counted: "Counted",
  shown: "Made over what I saw",
} as const satisfies Record<keyof VoteReport, string>;

const questionNames = Object.keys(questions) as (keyof VoteReport)[];

const looks = {
  yes: { Icon: CircleCheck, className: "text-good", word: "yes" },
  no: { Icon: CircleAlert, className: "text-bad", word: "no" },
  open: { Icon: CircleDashed, className: "text-ink-3", word: "not yet" },
  lost: { Icon: CircleAlert, className: "text-ink-3", word: "lost" },
} as const;

/** Describes the failed checks of a ballot, in sentences. */
export function failuresOf(report: VoteReport): string[] {
  return questionNames.filter((one) => report[one].answer === "no").map((one) => report[one].why);
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
          const { Icon, className, word } = looks[answer];
          return (
            <div
              key={question}
              className="grid gap-x-4 border-b border-hair py-3 text-sm md:grid-cols-[12.5rem_minmax(0,1fr)]"
            >
              <dt className="flex items-center gap-2 font-[560]">
                <Icon aria-hidden className={`size-4 flex-none ${className}`} />
                {questions[question]}: {word}
              </dt>
              <dd className="text-ink-2">{why}</dd>
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
    <Notice tone="warn" title="The record lost a part of its history, and says so.">
      A server says that when its database was put back from a backup. Nobody can tell from the log whether it
      was an accident: keep the receipt, which shows what was lost, and ask the study's operator if nobody
      told you of it.
    </Notice>
  );
}

export function ReportAdvice() {
  return (
    <Notice tone="bad" title="The log does not keep what your receipt says.">
      Keep the receipt, as a file too. Tell the study's operator, and somebody who does not run this server,
      such as a researcher of the study. With that file and the log, everybody can see what you see here.
    </Notice>
  );
}
