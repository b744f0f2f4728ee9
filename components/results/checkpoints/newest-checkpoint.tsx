import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

export type Newest = NonNullable<Outputs["checkpoints"]["newest"]>;

/** Length and fingerprint of the log in one line, for comparison between two people. */
export function NewestCheckpoint({ checkpoint }: { checkpoint: Newest }) {
  const { size, root, signedAt, witnesses } = checkpoint;
  return (
    <div className="grid gap-4">
      <Sheet ruled>
        <Facts>
          <Fact label="Entries">{formatNumber(size)}</Fact>
          <Fact label="Fingerprint">
            <span className="font-mono text-sm break-words">{fingerprintGroups(root)}</span>
          </Fact>
          <Fact label="Signed">
            <LocalTime at={signedAt} />, by this server
          </Fact>
          {witnesses.map(({ key, name, newest }) => (
            <Fact key={key} label="Witness">
              <span className="break-all">{name}</span>: <Witnessed newest={newest} size={size} />
            </Fact>
          ))}
        </Facts>
      </Sheet>
      {witnesses.length === 0 && (
        <Notice tone="warn" title="No witness vouches for this record.">
          This server alone signs it. It could show one record to you and another to somebody else: compare
          fingerprints with them, and keep them.
        </Notice>
      )}
    </div>
  );
}

function Witnessed({ newest, size }: { newest: Newest["witnesses"][number]["newest"]; size: number }) {
  if (newest === null) return <>has not cosigned yet</>;
  const what = newest.size === size ? "this checkpoint" : `the first ${formatNumber(newest.size)} entries`;
  return (
    <>
      cosigned {what}, <LocalTime at={newest.witnessedAt} />
    </>
  );
}
