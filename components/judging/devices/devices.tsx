"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useTask } from "#components/ui/use-task.ts";
import * as t from "#messages/receipts.ts";
import { keyWords } from "#server/audit-log/receipts/fingerprint.ts";
import type { SeatKey } from "#server/rounds/judging/seat-keys.ts";
import type { Device } from "#server/studies/devices.ts";
import { signingFailure } from "./signing-failure.ts";
import { useDeviceKey } from "./use-device-key.ts";

type Own = { readonly studyId: string; readonly seat: string; readonly keys: readonly SeatKey[] };

/**
 * Devices that seal or sealed for a seat, and new devices of other seats. A device in the record can confirm each of
 * them.
 */
export function Devices({ waiting, ...own }: Own & { waiting: readonly Device[] }) {
  const { seat, keys } = own;
  const device = useDeviceKey(keys);
  // A browser that cannot create keys has none. Undefined while it is looked up.
  const here = device.isError || device.data === null ? null : device.data?.key;
  const hasProof = keys.some(({ isProven }) => isProven);
  const mayVouch = keys.some(({ key, isProven }) => key === here && isProven);
  const client = useTRPCClient();
  const router = useRouter();
  const { variables, isPending, error, mutate } = useTask(async (about: { seat: string; key: string }) => {
    const { vouchFor } = await import("#components/judging/ballots/make-ballot.ts");
    await vouchFor(client, own, about);
    router.refresh();
  });
  const act = (about: { seat: string; key: string }, label: string) => {
    const isBusy = isPending && variables.key === about.key;
    return (
      <Button small busy={isBusy} onClick={() => mutate(about)}>
        {isBusy ? t.signing() : label}
      </Button>
    );
  };

  return (
    <>
      {error && <Notice tone="bad" title={signingFailure(error)} live className="mb-4" />}
      <Section id="devices" title={t.devices()} note={t.devicesNote()}>
        <Sheet>
          <ul aria-label={t.deviceList()}>
            {keys.map(({ key, isProven, addedAt }) => (
              <DeviceRow
                key={key}
                name={keyWords(key)}
                note={key === here && t.thisDevice()}
                status={t.knownSince({
                  status: isProven ? "proven" : hasProof ? "waiting" : "unproven",
                  time: () => <LocalTime at={addedAt} />,
                })}
              >
                {!isProven && mayVouch && act({ seat, key }, t.alsoMine())}
              </DeviceRow>
            ))}
          </ul>
        </Sheet>
        <CheckDevices {...own} here={here} />
      </Section>
      {waiting.length > 0 && (
        <Section title={t.otherDevices()} note={t.otherDevicesNote({ mayVouch })}>
          <Sheet>
            <ul aria-label={t.otherDevices()}>
              {waiting.map((one) => (
                <DeviceRow
                  key={one.key}
                  name={keyWords(one.key)}
                  note={t.ofSeat({ seat: one.seat })}
                  status={t.knownSince({ status: "waiting", time: () => <LocalTime at={one.addedAt} /> })}
                >
                  {mayVouch && act(one, t.confirmDevice())}
                </DeviceRow>
              ))}
            </ul>
          </Sheet>
        </Section>
      )}
    </>
  );
}

type Row = { name: string; note: ReactNode; status: ReactNode; children: ReactNode };

function DeviceRow({ name, note, status, children }: Row) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hair px-4 py-3 text-sm last:border-b-0 md:px-6">
      <span>
        <b className="font-mono font-[560]">{name}</b>
        {note}
        <span className="block text-ink-2">{status}</span>
      </span>
      {children}
    </li>
  );
}

type Props = {
  readonly studyId: string;
  readonly seat: string;
  /** The seat's keys that the page lists. */
  readonly keys: readonly SeatKey[];
  /** The one of them that this browser has; null if it has none, undefined while it is looked up. */
  readonly here: string | null | undefined;
};

const answers = {
  fits: { tone: "good", title: t.devicesFit, note: t.devicesFitNote },
  noneHere: { tone: "bad", title: t.noKeyHere, note: t.noKeyHereNote },
  differs: { tone: "bad", title: t.devicesDiffer, note: t.devicesDifferNote },
  unread: { tone: "bad", title: t.logUnreadableTitle, note: t.tryAgain },
} as const;

/**
 * Reads the log in this browser and compares the keys of the seat in it with those listed: a server could have put its
 * own key there when the invitation was accepted.
 */
function CheckDevices({ studyId, seat, keys, here }: Props) {
  const {
    data: isSame,
    isError,
    isPending,
    mutate,
  } = useTask(async () => {
    const { readSeatKeysInLog } = await import("../ballots/keys-in-log.ts");
    const logged = await readSeatKeysInLog(studyId, seat);
    return logged.size === keys.length && keys.every(({ key }) => logged.has(key));
  });
  // The log can be read before this browser's own key is found.
  const isReading = isPending || (isSame === true && here === undefined);
  const answer = isError ? "unread" : !isSame ? "differs" : here === null ? "noneHere" : "fits";
  const said = !isReading && (isError || isSame !== undefined) && answers[answer];
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <Button busy={isReading} onClick={() => mutate()}>
        {isReading ? t.readingLog() : t.checkDevices()}
      </Button>
      {said && (
        <Notice tone={said.tone} title={said.title()} live>
          {said.note()}
        </Notice>
      )}
    </div>
  );
}
