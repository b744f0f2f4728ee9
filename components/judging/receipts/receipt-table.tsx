import { CircleAlert, CircleCheck, CircleDashed, Hourglass, type LucideIcon, Server } from "lucide-react";
import type { ReactNode } from "react";
import { votesInWords } from "#components/judging/ballots/sealed-votes.tsx";
import { countAnswers, failuresOf } from "#components/judging/ballots/vote-answers.tsx";
import { Link } from "#components/ui/link.tsx";
import type { Arranged } from "#components/ui/list/arrange.ts";
import { ListTable } from "#components/ui/list/list-table.tsx";
import type { ListState } from "#components/ui/list-state.ts";
import { receiptAddress } from "#components/ui/study-addresses.ts";
import type { CellColumn } from "#components/ui/table.tsx";
import { Tag, type TagTone } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/receipts.ts";
import type { AnnulVote } from "#server/audit-log/annulments.ts";
import { type VoteReport, voteQuestions } from "#server/audit-log/receipts/vote-questions.ts";
import { formatNumber } from "#server/format.ts";
import { voteReasonWords } from "#server/verifier/vote-reason.ts";
import {
  type ReceiptRow,
  type ReceiptStatus,
  receiptSorts,
  receiptStatus,
  receiptStatuses,
  statusFilter,
} from "./rows.ts";

const statusLooks: Readonly<Record<ReceiptStatus, { tone: TagTone; Icon: LucideIcon }>> = {
  whole: { tone: "good", Icon: CircleCheck },
  waits: { tone: "plain", Icon: Hourglass },
  unsigned: { tone: "warn", Icon: Hourglass },
  "server-only": { tone: "plain", Icon: Server },
  unknown: { tone: "bad", Icon: CircleAlert },
};

/** Table of a person's receipts in a study: where each is stored, and the result of the last check. */
export function ReceiptTable({
  studyId,
  state,
  arranged,
  troubles,
  reports,
}: {
  studyId: string;
  state: ListState;
  arranged: Arranged<ReceiptRow>;
  troubles: ReadonlyMap<number, string>;
  reports: ReadonlyMap<number, VoteReport>;
}) {
  const columns: readonly (CellColumn<ReceiptRow> | false)[] = [
    [t.round(), ({ round }) => t.roundNumber({ round }), { sort: receiptSorts.round }],
    [
      t.ballot(),
      ({ round, seq, version }) => (
        <>
          <Link href={receiptAddress(studyId, round)}>{t.entry({ entry: formatNumber(seq) })}</Link>
          {version > 1 && <span className="text-ink-3">{t.versionNote({ version })}</span>}
        </>
      ),
    ],
    [t.sealed(), ({ sealedAt }) => <LocalTime at={sealedAt} />, { sort: receiptSorts.sealed }],
    arranged.rows.some((row) => votesOf(row).length > 0) && [
      t.sealedVotes(),
      (row) => votesOf(row).length > 0 && votesInWords(votesOf(row)),
    ],
    [t.receipt(), (row) => <Where status={receiptStatus(row)} trouble={troubles.get(row.seq)} />],
    [t.check(), ({ seq, kept }) => <Checked report={reports.get(seq)} canCheck={kept !== null} />],
  ];
  return (
    <ListTable
      state={state}
      arranged={arranged}
      columns={columns}
      filters={[
        {
          ...statusFilter,
          label: t.receipt(),
          options: receiptStatuses.map((status) => [status, statusWords(status)] as const),
        },
      ]}
      search={t.findReceipt()}
      noMatch={t.noReceiptMatches()}
      caption={t.myReceipts()}
      fold
      keyOf={({ seq }) => seq}
    />
  );
}

function statusWords(status: ReceiptStatus): string {
  return t.receiptStatus({ status: status === "server-only" ? "server" : status });
}

/** The votes as this device sealed them; without its receipt, as the server has them. */
function votesOf({ kept, known }: ReceiptRow): readonly AnnulVote[] {
  return kept === null ? (known?.votes ?? []) : (kept.votes ?? []);
}

function Where({ status, trouble }: { status: ReceiptStatus; trouble: string | undefined }) {
  const { tone, Icon } = statusLooks[status];
  return (
    <>
      <Mark tone={tone} Icon={Icon}>
        {statusWords(status)}
      </Mark>
      {trouble !== undefined && <span className="mt-1 block text-bad">{t.proofDoesNotFit({ trouble })}</span>}
    </>
  );
}

function Checked({ report, canCheck }: { report: VoteReport | undefined; canCheck: boolean }) {
  if (report === undefined) return <span className="text-ink-3">{t.notChecked({ canCheck })}</span>;
  const failures = failuresOf(report);
  if (failures.length > 0) {
    return (
      <>
        <Mark tone="bad" Icon={CircleAlert}>
          {t.fails()}
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
          {inLog.answer === "lost" ? t.lost() : t.holdsButLost()}
        </Mark>
        <span className="mt-1 block">{voteReasonWords((inLog.answer === "lost" ? inLog : history).why)}</span>
      </>
    );
  }
  const open = countAnswers(report, "open");
  return open === 0 ? (
    <Mark tone="good" Icon={CircleCheck}>
      {t.holds()}
    </Mark>
  ) : (
    <Mark tone="plain" Icon={CircleDashed}>
      {t.someHold({ yes: countAnswers(report, "yes"), count: voteQuestions.length, open })}
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
