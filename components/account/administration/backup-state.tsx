import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { plural } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type BackupStatus = Outputs["backups"]["status"];

/** Status of backups: when the last one was made, whether it could be restored, and what failed. */
export function BackupState({ status }: { status: BackupStatus }) {
  if (status === null) {
    return (
      <Notice title="This server makes no backups by itself.">
        Set EVENHAND_BACKUP_FOLDER to a folder on another disk and start it again, or run npm run backup --
        FOLDER from time to time.
      </Notice>
    );
  }
  return (
    <>
      <Trouble status={status} />
      <Sheet>
        <Facts>
          <Fact label="Last backup">
            {status.last === null ? "None yet" : <LocalTime at={status.last.madeAt} />}
          </Fact>
          <Fact label="Tried">{triedWords(status)}</Fact>
          <Fact label="Every">{plural(status.hours, "hour", `${status.hours} hours`)}</Fact>
          <Fact label="Kept">
            {status.keptCount} of {status.keep}
          </Fact>
        </Facts>
      </Sheet>
    </>
  );
}

function Trouble({ status: { failure, isLate, last } }: { status: NonNullable<BackupStatus> }) {
  const problem = failure?.problem ?? last?.problem ?? null;
  if (problem !== null) {
    return (
      <Notice tone="bad" title="The last backup is not to be relied on." className="mb-4">
        {problem}
      </Notice>
    );
  }
  if (!isLate || last === null) return null;
  return (
    <Notice tone="warn" title="The last backup is older than it should be." className="mb-4">
      Look into this server's log and at the folder of the backups.
    </Notice>
  );
}

function triedWords({ last }: NonNullable<BackupStatus>): string {
  if (last === null) return "Not yet";
  if (last.problem !== null) return "It could not be put back";
  return last.isReplayed ? "Put back elsewhere, every log holds" : "Its contents were listed";
}
