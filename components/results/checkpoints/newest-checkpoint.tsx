import type { ReactNode } from "react";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/data.ts";
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
          <Fact label={t.entries()}>{formatNumber(size)}</Fact>
          <Fact label={t.fingerprint()}>
            <span className="font-mono text-sm break-words">{fingerprintGroups(root)}</span>
          </Fact>
          <Fact label={t.signed()}>{t.signedAt({ time: () => <LocalTime at={signedAt} /> })}</Fact>
          {witnesses.map(({ key, name, newest }) => (
            <Fact key={key} label={t.witness()}>
              <Witnessed {...{ name, newest, size }} />
            </Fact>
          ))}
        </Facts>
      </Sheet>
      {witnesses.length === 0 && (
        <Notice tone="warn" title={t.noWitness()}>
          {t.signedAlone()}
        </Notice>
      )}
    </div>
  );
}

function Witnessed({
  name,
  newest,
  size,
}: Pick<Newest["witnesses"][number], "name" | "newest"> & { size: number }): ReactNode {
  const parts = { name: () => <span className="wrap-anywhere">{name}</span> };
  if (newest === null) return t.witnessWaiting(parts);
  const time = () => <LocalTime at={newest.witnessedAt} />;
  return newest.size === size
    ? t.witnessWhole({ ...parts, time })
    : t.witnessPart({ ...parts, time, count: newest.size });
}
