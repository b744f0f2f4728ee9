import { CircleAlert, CircleCheck, CircleDashed, Hourglass, type LucideIcon, Server } from "lucide-react";
import type { ReactNode } from "react";
import { countAnswers, failuresOf } from "#components/judging/ballots/vote-answers.tsx";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { type VoteReport, voteQuestions } from "#server/audit-log/receipts/check-vote.ts";
import { formatNumber } from "#server/format.ts";
import { type ReceiptRow, type ReceiptStatus, receiptStatus } from "./rows.ts";

const statusLooks: Readonly<Record<ReceiptStatus, { tone: TagTone; Icon: LucideIcon; word: string }>> = {
  whole: { tone: "good", Icon: CircleCheck, word: "On this device" },
  waits: { tone: "plain", Icon: Hourglass, word: "Until the round ends" },
  unsigned: { tone: "warn", Icon: Hourglass, word: "Not signed yet" },
  "server-only": { tone: "plain", Icon: Server, word: "Server only" },
  unknown: { tone: "bad", Icon: CircleAlert, word: "Unknown to the server" },
};

/** Table of a person's receipts in a study: where each is stored, and the result of the last check. */
export function ReceiptTable({
  studyId,
  rows,
  troubles,
  reports,
}: {
  studyId: string;
  rows: readonly ReceiptRow[];
  troubles: ReadonlyMap<number, string>;
  reports: ReadonlyMap<number, VoteReport>;
}) {
  const head = (
    <tr>
      <HeaderCell>Round</HeaderCell>
      <HeaderCell>Ballot</HeaderCell>
      <HeaderCell>Sealed</HeaderCell>
      <HeaderCell>Receipt</HeaderCell>
      <HeaderCell>Check</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="My receipts" head={head} fold>
        {rows.map((row) => (
          <Row key={row.seq}>
            <RowHead>Round {row.round}</RowHead>
            <Cell label="Ballot">
              <Link href={`/studies/${studyId}/receipts/${row.round}`}>Entry {formatNumber(row.seq)}</Link>
              {row.version > 1 && <span className="text-ink-3">, version {row.version}</span>}
            </Cell>
            <Cell label="Sealed">
              <LocalTime at={row.at} />
            </Cell>
            <Cell label="Receipt">
              <Where standing={receiptStatus(row)} trouble={troubles.get(row.seq)} />
            </Cell>
            <Cell label="Check">
              <Checked report={reports.get(row.seq)} canCheck={row.kept !== null} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function Where({ standing, trouble }: { standing: ReceiptStatus; trouble: string | undefined }) {
  const { tone, Icon, word } = statusLooks[standing];
  return (
    <>
      <Mark tone={tone} Icon={Icon}>
        {word}
      </Mark>
      {trouble !== undefined && (
        <span className="mt-1 block text-bad">The server’s proof does not fit this ballot: {trouble}.</span>
      )}
    </>
  );
}

function Checked({ report, canCheck }: { report: VoteReport | undefined; canCheck: boolean }) {
  if (report === undefined)
    return <span className="text-ink-3">{canCheck ? "not checked" : "not here"}</span>;
  const failures = failuresOf(report);
  if (failures.length > 0) {
    return (
      <>
        <Mark tone="bad" Icon={CircleAlert}>
          Fails
        </Mark>
        {failures.map((why) => (
          <span key={why} className="mt-1 block">
            {why}
          </span>
        ))}
      </>
    );
  }
  if (countAnswers(report, "lost") > 0) {
    const { inLog, history } = report;
    return (
      <>
        <Mark tone="plain" Icon={CircleAlert}>
          {inLog.answer === "lost" ? "Lost" : "Holds, but for what was lost"}
        </Mark>
        <span className="mt-1 block">{inLog.answer === "lost" ? inLog.why : history.why}</span>
      </>
    );
  }
  const open = countAnswers(report, "open");
  return open === 0 ? (
    <Mark tone="good" Icon={CircleCheck}>
      Holds
    </Mark>
  ) : (
    <Mark tone="plain" Icon={CircleDashed}>
      {countAnswers(report, "yes")} of {voteQuestions.length} hold, {open} not settled
    </Mark>
  );
}

/** Tag that is as wide as its words, in a folded row too. */
function Mark({ tone, Icon, children }: { tone: TagTone; Icon: LucideIcon; children: ReactNode }) {
  return (
    <div>
      <Tag tone={tone} icon={Icon}>
        {children}
      </Tag>
    </div>
  );
}
