"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/receipts.ts";
import { fingerprintGroups } from "#server/audit-log/receipts/fingerprint.ts";
import type { SeatKey } from "#server/rounds/judging/seat-keys.ts";

/** Devices that sealed for a seat, or may do so. A device in the record can vouch for another. */
export function Devices({
  studyId,
  seat,
  keys,
}: {
  studyId: string;
  seat: string;
  keys: readonly SeatKey[];
}) {
  const here = useKeyHere(keys);
  const client = useTRPCClient();
  const router = useRouter();
  const [busy, setBusy] = useState("");
  const [failure, setFailure] = useState("");
  const mayVouch = keys.some(({ key, isProven }) => key === here && isProven);

  async function vouch(key: string) {
    setBusy(key);
    setFailure("");
    try {
      const { vouchFor } = await import("#components/judging/ballots/make-ballot.ts");
      await vouchFor(client, { studyId, seat, keys }, key);
      router.refresh();
    } catch (error) {
      setFailure(
        error instanceof Error && error.name === "CannotSign" ? error.message : refusalOf(error).message,
      );
    }
    setBusy("");
  }

  return (
    <>
      {failure !== "" && <Notice tone="bad" title={failure} live className="mb-4" />}
      <Sheet>
        <ul aria-label={t.deviceList()}>
          {keys.map(({ key, isProven, addedAt }) => (
            <li
              key={key}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hair px-4 py-3 text-sm last:border-b-0 md:px-6"
            >
              <span>
                <b className="font-mono font-[560]">{fingerprintGroups(key).slice(0, 17)}</b>
                {key === here && t.thisDevice()}
                <span className="block text-ink-2">
                  {t.knownSince({ isProven, time: () => <LocalTime at={addedAt} /> })}
                </span>
              </span>
              {!isProven && mayVouch && (
                <Button small busy={busy === key} onClick={() => vouch(key)}>
                  {t.alsoMine({ isBusy: busy === key })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}

/**
 * Returns this device's key for the seat, preferring one that is in the record. null while it is loading, or if there
 * is none.
 */
function useKeyHere(keys: readonly SeatKey[]): string | null {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    import("#components/judging/ballots/make-ballot.ts")
      .then(({ readDevice }) => readDevice({ keys }))
      .then((device) => setHere(device?.key ?? null))
      // A browser that cannot create keys has none.
      .catch(() => setHere(null));
  }, [keys]);
  return here;
}
