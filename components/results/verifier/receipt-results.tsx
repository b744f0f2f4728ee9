import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import * as t from "#messages/verifier.ts";
import { type ReceiptAnswers, type ReceiptReport, receiptQuestions } from "#server/verifier/report.ts";
import { voteReasonWords } from "#server/verifier/vote-reason.ts";

const looks = {
  yes: { Icon: CircleCheck, className: "text-good" },
  no: { Icon: CircleAlert, className: "text-bad" },
  open: { Icon: CircleDashed, className: "text-ink-3" },
  lost: { Icon: CircleAlert, className: "text-ink-3" },
} as const;

export function ReceiptResults({ receipts }: { receipts: readonly ReceiptReport[] }) {
  return (
    <ul className="grid gap-5">
      {receipts.map(({ name, ballot, answers }) => (
        <li key={name}>
          <p>
            <b className="wrap-anywhere">{name}</b>:{" "}
            {ballot === null
              ? t.receiptBad()
              : answers === null
                ? t.receiptOther(ballot)
                : t.receiptOf(ballot)}
          </p>
          {answers !== null && <Answers answers={answers} />}
        </li>
      ))}
    </ul>
  );
}

function Answers({ answers }: { answers: ReceiptAnswers }) {
  return (
    <ul className="mt-1 grid gap-1">
      {receiptQuestions.map((key) => {
        const { answer, why } = answers[key];
        const { Icon, className } = looks[answer];
        return (
          <li key={key} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 flex-none ${className}`} />
            <span>
              <b className="font-[560]">{t.receiptAnswer({ question: key, answer })}</b>{" "}
              <span className="text-ink-2">{voteReasonWords(why)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
