import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useTask } from "#components/ui/use-task.ts";
import * as t from "#messages/judgingParts.ts";
import { keyWords } from "#server/audit-log/receipts/fingerprint.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { signingFailure } from "./signing-failure.ts";
import { useDeviceKey } from "./use-device-key.ts";

type Device =
  | { readonly state: "looking" | "proven" | "unproven" }
  /** It cannot seal before it is confirmed. `key` is null until this device has asked for that. */
  | { readonly state: "waiting"; readonly key: string | null }
  | { readonly state: "refused"; readonly why: string };

/**
 * Determines whether the record can attribute a ballot from this device to this auditor. Requested once there is
 * something to seal.
 */
export function useDevice({ keys }: Pick<Judging, "keys">): Device {
  const { data, error } = useDeviceKey(keys);
  // Other errors are shown when the ballot is sealed.
  if (error?.name === "CannotSign") return { state: "refused", why: error.message };
  if (data === undefined) return { state: "looking" };
  if (data?.isProven) return { state: "proven" };
  return keys.some(({ isProven }) => isProven)
    ? { state: "waiting", key: data?.key ?? null }
    : { state: "unproven" };
}

export function DeviceNotice({ device, room }: { device: Device; room: JudgingRoom }) {
  if (device.state === "refused") {
    return (
      <Notice tone="bad" title={t.browserCannotSeal()}>
        {device.why}
      </Notice>
    );
  }
  if (device.state === "waiting") return <WaitingNotice deviceKey={device.key} room={room} />;
  if (device.state !== "unproven") return null;
  return (
    <Notice tone="info" title={t.unknownDevice()}>
      {t.unknownDeviceNote()}
    </Notice>
  );
}

function WaitingNotice({ deviceKey, room }: { deviceKey: string | null; room: JudgingRoom }) {
  const { client, judging, place, lookAgain } = room;
  const { isPending, error, mutate } = useTask(async () => {
    const { addDevice } = await import("#components/judging/ballots/make-ballot.ts");
    await addDevice(client, place.studyId, judging.seat);
    await lookAgain();
  });
  return (
    <Notice tone="warn" title={t.deviceWaits()} live>
      <p className="mt-1">
        {deviceKey === null
          ? t.deviceWaitsNote()
          : t.deviceAsked({ numbers: keyWords(deviceKey), b: (text) => <b className="font-mono">{text}</b> })}
      </p>
      {judging.panel.seatCount === 1 && <p className="mt-1">{t.onlyAuditor()}</p>}
      {deviceKey === null && (
        <Button small busy={isPending} onClick={() => mutate()} className="mt-3">
          {t.askToConfirm({ isBusy: isPending })}
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-2 text-bad">
          {signingFailure(error)}
        </p>
      )}
    </Notice>
  );
}
