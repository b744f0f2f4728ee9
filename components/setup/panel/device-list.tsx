import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/setupPanel.ts";
import { keyWords } from "#server/audit-log/receipts/fingerprint.ts";
import type { Device } from "#server/studies/devices.ts";

/** Devices of a seat: since when each is in the log, and what proves that it is the auditor's. */
export function DeviceList({ devices }: { devices: readonly Device[] }) {
  return devices.map((device) => (
    <p key={device.key} className="text-sm text-ink-3">
      {t.device({
        numbers: keyWords(device.key),
        b: (text) => <b className="font-mono">{text}</b>,
        seq: device.seq,
        time: () => <LocalTime at={device.addedAt} />,
        how: proofOf(device),
        by: device.confirmedBy ?? "",
        proof: device.provenSeq ?? device.seq,
      })}
    </p>
  ));
}

function proofOf({ seat, isProven, confirmedBy }: Device): "link" | "own" | "seat" | "none" {
  if (!isProven) return "none";
  if (confirmedBy === null) return "link";
  return confirmedBy === seat ? "own" : "seat";
}
