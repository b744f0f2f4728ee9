import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { formatNumber } from "#server/format.ts";
import { type ReceiptAnswers, type ReceiptReport, receiptQuestions } from "#server/verifier/report.ts";

const looks = {
  yes: { Icon: CircleCheck, className: "text-good", word: "yes" },
  no: { Icon: CircleAlert, className: "text-bad", word: "no" },
  open: { Icon: CircleDashed, className: "text-ink-3", word: "not settled" },
  lost: { Icon: CircleAlert, className: "text-ink-3", word: "lost" },
} as const;

export function ReceiptResults({ receipts }: { receipts: readonly ReceiptReport[] }) {
  return (
    <ul className="grid gap-5">
      {receipts.map(({ name, ballot, answers }) => (
        <li key={name}>
          <p>
            <b className="break-all">{name}</b>
            {ballot === null
              ? ": damaged, or changed by somebody"
              : `: round ${ballot.round}, entry ${formatNumber(ballot.seq)}`}
            {ballot !== null && answers === null && ", of another study"}
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
      {receiptQuestions.map(([key, question]) => {
        const { answer, why } = answers[key];
        const { Icon, className, word } = looks[answer];
        return (
          <li key={key} className="flex items-start gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 flex-none ${className}`} />
            <span>
              <b className="font-[560]">
                {question}: {word}.
              </b>{" "}
              <span className="text-ink-2">{why}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
