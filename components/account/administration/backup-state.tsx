import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { plural } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type BackupStatus = Outputs["backups"]["standing"];

/** Status of backups: when the last one was made, whether it could be restored, and what failed. */
export function BackupState({ standing }: { standing: BackupStatus }) {
  if (standing === null) {
    return (
      <Notice title="This server makes no backups by itself.">
        Set EVENHAND_BACKUP_FOLDER to a folder on another disk and start it again, or run npm run backup --
        FOLDER from time to time.
      </Notice>
    );
  }
  return (
    <>
      <Trouble standing={standing} />
      <Sheet>
        <Facts>
          <Fact label="Last backup">
            {standing.last === null ? "None yet" : <LocalTime at={standing.last.madeAt} />}
          </Fact>
          <Fact label="Tried">{triedWords(standing)}</Fact>
          <Fact label="Every">{plural(standing.hours, "hour", `${standing.hours} hours`)}</Fact>
          <Fact label="Kept">
            {standing.keptCount} of {standing.keep}
          </Fact>
        </Facts>
      </Sheet>
    </>
  );
}

function Trouble({ standing: { failure, isLate, last } }: { standing: NonNullable<BackupStatus> }) {
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
