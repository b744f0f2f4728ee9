import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/administration.ts";
import type { Outputs } from "#server/http/outputs.ts";

type BackupStatus = Outputs["backups"]["status"];

/** Status of backups: when the last one was made, whether it could be restored, and what failed. */
export function BackupState({ status }: { status: BackupStatus }) {
  if (status === null) {
    return <Notice title={t.noBackups()}>{t.noBackupsText({ code: (text) => <code>{text}</code> })}</Notice>;
  }
  return (
    <>
      <Trouble status={status} />
      <Sheet>
        <Facts>
          <Fact label={t.lastBackup()}>
            {status.last === null ? t.noneYet() : <LocalTime at={status.last.madeAt} />}
          </Fact>
          {status.last !== null && status.last.madeAt !== status.lastGoodAt && (
            <Fact label={t.lastGoodBackup()}>
              {status.lastGoodAt === null ? t.noneYet() : <LocalTime at={status.lastGoodAt} />}
            </Fact>
          )}
          <Fact label={t.tested()}>{t.testedResult({ result: testOf(status) })}</Fact>
          <Fact label={t.every()}>{t.hours({ count: status.hours })}</Fact>
          <Fact label={t.kept()}>{t.keptOf({ count: status.keptCount, keep: status.keep })}</Fact>
        </Facts>
      </Sheet>
    </>
  );
}

function Trouble({ status: { failure, isLate, last } }: { status: NonNullable<BackupStatus> }) {
  const problem = failure?.problem ?? last?.problem ?? null;
  if (problem !== null) {
    return (
      <Notice tone="bad" title={t.backupBad()} className="mb-4">
        {problem}
      </Notice>
    );
  }
  if (!isLate || last === null) return null;
  return (
    <Notice tone="warn" title={t.backupLate()} className="mb-4">
      {t.backupLateText()}
    </Notice>
  );
}

function testOf({ last }: NonNullable<BackupStatus>) {
  if (last === null) return "none";
  if (last.problem !== null) return "failed";
  return last.isReplayed ? "replayed" : "listed";
}
