import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet, SheetBody, SheetFooter } from "#components/ui/sheet.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { checkpointsAddress } from "./addresses.ts";

type CheckpointStatus = Outputs["checkpoints"]["status"];
type Witness = CheckpointStatus["witnesses"][number];

/** Whether the record is signed, and which witnesses vouch for it. */
export function CheckpointSummary({ studyId, status }: { studyId: string; status: CheckpointStatus }) {
  const { newest, isDue, witnesses } = status;
  return (
    <Sheet>
      <SheetBody className="grid gap-4">
        {newest === null ? (
          <p>There is no checkpoint yet: the first is made a moment after the study was published.</p>
        ) : (
          <p className="max-w-measure">
            This server has signed the first {formatNumber(newest.size)} entries,{" "}
            <LocalTime at={newest.signedAt} />. Whoever keeps that signature can tell later whether they were
            shown the same record as everybody else.
          </p>
        )}
        {isDue && newest !== null && (
          <p className="max-w-measure text-sm text-ink-2">
            Newer entries wait for their checkpoint. That takes a moment; if it stays so, whoever runs this
            server finds the reason in its diary.
          </p>
        )}
        {witnesses.length === 0 && (
          <Notice tone="warn" title="No witness vouches for this record.">
            A study keeps the witnesses that its server had when it was published, and there was none.
            Auditors and researchers can compare fingerprints among themselves.
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
        <Link href={checkpointsAddress(studyId)}>The public page with the newest fingerprint</Link>, for
        anybody who has its address
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
            Cosigned
          </Tag>
        ) : trouble === null && isAsked ? (
          <Tag icon={Clock}>Being asked</Tag>
        ) : (
          <Tag tone="warn" icon={TriangleAlert}>
            Not cosigned
          </Tag>
        )}
        <b className="break-all">{name}</b>
        {cosigned && (
          <span className="text-sm text-ink-2">
            {formatNumber(cosigned.size)} entries, <LocalTime at={cosigned.witnessedAt} />
          </span>
        )}
      </p>
      {trouble && (
        <p className="max-w-measure text-sm">
          {trouble.problem} So it has been since <LocalTime at={trouble.since} />. This server goes on asking
          by itself; rounds open and close meanwhile.
        </p>
      )}
      {!isAsked && (
        <p className="max-w-measure text-sm">
          This server has no address for this witness any more: whoever runs it sets EVENHAND_WITNESSES.
        </p>
      )}
    </div>
  );
}
