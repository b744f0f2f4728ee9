import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { formatNumber, plural } from "#server/format.ts";
import { type Answer, type Problem, reservationWords, type VerifyReport } from "#server/verifier/report.ts";
import { computedWords, headline, placeInWords } from "#server/verifier/words.ts";
import { ReceiptResults } from "./receipt-results.tsx";

function toneOf(answer: Answer) {
  if (answer === "holds") return "good";
  if (answer === "fails") return "bad";
  return answer === "holds-in-part" ? "info" : "warn";
}

const shownProblems = 10;

/**
 * A verification report in words: the answer, what differs first and where, what could not be checked, and the
 * results for receipts.
 */
export function ReportView({ report }: { report: VerifyReport }) {
  const { answer, obstacle, problems, problemCount, reservations, head } = report;
  const shown = problems.slice(0, shownProblems);
  return (
    <>
      <Notice tone={toneOf(answer)} title={headline(report)}>
        {obstacle}
      </Notice>
      {shown.length > 0 && (
        <Part
          title={plural(
            problemCount,
            "What differs",
            `The first of ${formatNumber(problemCount)} that differ`,
          )}
        >
          <ol className="grid gap-4">
            {shown.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two problems may read alike
              <ProblemRow key={index} problem={problem} />
            ))}
          </ol>
        </Part>
      )}
      {report.receipts.length > 0 && (
        <Part title="Receipts">
          <ReceiptResults receipts={report.receipts} />
        </Part>
      )}
      {reservations.length > 0 && (
        <Part title="What was not set up, could not be checked or was the operator’s choice">
          <ul className="grid gap-1 pl-5 [list-style:disc]">
            {reservations.map(({ kind, count }) => (
              <li key={kind}>
                {formatNumber(count)} {reservationWords[kind]}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="What was computed">
        <p>{computedWords(report)}</p>
        {head !== null && (
          <p className="mt-2">
            The last entry is {formatNumber(head.seq)}, with the fingerprint{" "}
            <span className="font-mono text-xs break-all">{head.hash}</span>.
          </p>
        )}
      </Part>
    </>
  );
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
      <b>{placeInWords(problem)}</b>: {problem.what}
      <dl className="mt-1 grid gap-x-3 text-ink-2 md:grid-cols-[5rem_minmax(0,1fr)]">
        <dt>expected</dt>
        <dd className="m-0 break-all">{problem.expected}</dd>
        <dt>found</dt>
        <dd className="m-0 break-all">{problem.found}</dd>
      </dl>
    </li>
  );
}
