import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/data.ts";
import type { Outputs } from "#server/http/outputs.ts";

type CheckpointStatus = Outputs["checkpoints"]["status"];
type Witness = CheckpointStatus["witnesses"][number];

/** Whether the record is signed, and which witnesses vouch for it. */
export function CheckpointSummary({ studyId, status }: { studyId: string; status: CheckpointStatus }) {
  const { newest, isDue, witnesses } = status;
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        {newest === null ? (
          <p>{t.noCheckpoint()}</p>
        ) : (
          <p className="max-w-measure">
            {t.signedEntries({ count: newest.size, time: () => <LocalTime at={newest.signedAt} /> })}
          </p>
        )}
        {isDue && newest !== null && <p className="max-w-measure text-sm text-ink-2">{t.checkpointDue()}</p>}
        {witnesses.length === 0 && (
          <Notice tone="warn" title={t.noWitness()}>
            {t.noWitnessNote()}
          </Notice>
        )}
        <ul className="grid gap-3">
          {witnesses.map((witness) => (
            <li key={witness.name}>
              <WitnessStatus witness={witness} />
            </li>
          ))}
        </ul>
      </SheetBody>
      <SheetFooter>
        {t.publicPage({ page: (text) => <Link href={`/checkpoints/${studyId}`}>{text}</Link> })}
      </SheetFooter>
    </Sheet>
  );
}

function WitnessStatus({ witness }: { witness: Witness }) {
  const { name, isNewest, cosigned, trouble, isAsked } = witness;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isNewest ? (
          <Tag tone="good" icon={CircleCheck}>
            {t.witnessState({ state: "cosigned" })}
          </Tag>
        ) : trouble === null && isAsked ? (
          <Tag icon={Clock}>{t.witnessState({ state: "asked" })}</Tag>
        ) : (
          <Tag tone="warn" icon={TriangleAlert}>
            {t.witnessState({ state: "missing" })}
          </Tag>
        )}
        <b className="wrap-anywhere">{name}</b>
        {cosigned && (
          <span className="text-sm text-ink-2">
            {t.entriesAt({ count: cosigned.size, time: () => <LocalTime at={cosigned.witnessedAt} /> })}
          </span>
        )}
      </p>
      {trouble && (
        <p className="max-w-measure text-sm">
          {problemWords(trouble.problem)} {t.troubleSince({ time: () => <LocalTime at={trouble.since} /> })}
        </p>
      )}
      {!isAsked && <p className="max-w-measure text-sm">{t.witnessRemoved()}</p>}
    </div>
  );
}

function problemWords({ kind, answered = 0, held = 0 }: NonNullable<Witness["trouble"]>["problem"]): string {
  return t.witnessProblem({ kind, answered, held });
}
