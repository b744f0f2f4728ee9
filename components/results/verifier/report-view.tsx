import { AnswerMark } from "#components/ui/answer-mark.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/verifier.ts";
import { beaconChainText } from "#server/audit-log/beacon-texts.ts";
import {
  type Answer,
  headline,
  type Problem,
  type ReceiptAnswers,
  type ReceiptReport,
  receiptQuestions,
  type VerifyReport,
} from "#server/verifier/report.ts";
import { reservationWords } from "#server/verifier/reservations.ts";
import { voteReasonWords } from "#server/verifier/vote-reason.ts";

function toneOf(answer: Answer) {
  if (answer === "holds") return "good";
  if (answer === "fails") return "bad";
  return answer === "holds-in-part" || answer === "holds-relying" ? "info" : "warn";
}

const shownProblems = 10;

/**
 * A verification report in words: the answer, what differs first and where, what could not be checked, and the
 * results for receipts.
 */
export function ReportView({ report }: { report: VerifyReport }) {
  const { answer, obstacle, problems, problemCount, reservations, reliedOn, head } = report;
  const shown = problems.slice(0, shownProblems);
  return (
    <>
      <Notice tone={toneOf(answer)} title={headline(report)}>
        {obstacle !== null && t.obstacle({ kind: obstacle.kind })}
      </Notice>
      {shown.length > 0 && (
        <Part title={t.differs({ count: problemCount })}>
          <ol className="grid gap-4">
            {shown.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two problems may read alike
              <ProblemRow key={index} problem={problem} />
            ))}
          </ol>
        </Part>
      )}
      {report.receipts.length > 0 && (
        <Part title={t.receipts()}>
          <ReceiptResults receipts={report.receipts} />
        </Part>
      )}
      {reservations.length > 0 && (
        <Part title={t.reservations()}>
          <ul className="grid gap-1 pl-5 [list-style:disc]">
            {reservations.map(({ kind, count }) => (
              <li key={kind}>{reservationWords[kind]({ count })}</li>
            ))}
            {report.restores.map(({ seq, lostCount, skippedLinks, rounds }) => (
              <li key={seq}>
                {t.restoredAt({ seq, lostCount, skippedLinks })}
                {rounds.map((round) => ` ${t.drawnAgainRound({ round })}`).join("")}
              </li>
            ))}
            {reliedOn.beacon !== null && (
              <li>
                {t.reliesOnBeacon({
                  name: () => (
                    <Name text={reliedOn.beacon === null ? "" : beaconChainText(reliedOn.beacon)} />
                  ),
                })}
              </li>
            )}
            {reliedOn.witnesses.map((witness) => (
              <li key={witness}>{t.reliesOnWitness({ name: () => <Name text={witness} /> })}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t.whatWasComputed()}>
        <p>{t.computed({ entries: report.entryCount, ...report.computed })}</p>
        {head !== null && (
          <p className="mt-2">
            {t.lastEntry({
              seq: head.seq,
              hash: () => <span className="font-mono text-xs break-all">{head.hash}</span>,
            })}
          </p>
        )}
      </Part>
    </>
  );
}

function Name({ text }: { text: string }) {
  return <span className="font-mono text-xs break-all">{text}</span>;
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Sheet>
      <SheetBody className="text-sm">
        <h2 className="mb-3 text-base">{title}</h2>
        {children}
      </SheetBody>
    </Sheet>
  );
}

function ProblemRow({ problem }: { problem: Problem }) {
  return (
    <li className="border-l-4 border-bad pl-3">
      <b>{problem.seq === 0 ? t.besideLog() : t.entry({ seq: problem.seq })}</b>: {problem.what}
      <dl className="mt-1 grid gap-x-3 text-ink-2 md:grid-cols-[5rem_minmax(0,1fr)]">
        <dt>{t.expected()}</dt>
        <dd className="m-0 [overflow-wrap:anywhere]">{problem.expected}</dd>
        <dt>{t.found()}</dt>
        <dd className="m-0 [overflow-wrap:anywhere]">
          {problem.found}
          {problem.detail !== undefined && (
            <code lang="en" className="block text-xs text-ink-3">
              {problem.detail}
            </code>
          )}
        </dd>
      </dl>
    </li>
  );
}

function ReceiptResults({ receipts }: { receipts: readonly ReceiptReport[] }) {
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
        return (
          <li key={key} className="flex items-start gap-2">
            <AnswerMark answer={answer} className="mt-0.5" />
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
