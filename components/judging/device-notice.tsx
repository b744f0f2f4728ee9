import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice.tsx";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Device =
  | { readonly state: "looking" | "proven" | "unproven" }
  | { readonly state: "refused"; readonly why: string };

/**
 * Determines whether the record can attribute a ballot from this device to this auditor. Requested once there is
 * something to seal.
 */
export function useDevice({ keys }: Pick<Judging, "keys">): Device {
  const [device, setDevice] = useState<Device>({ state: "looking" });
  useEffect(() => {
    let isGone = false;
    const set = (next: Device) => !isGone && setDevice(next);
    import("#components/judging/ballots/make-ballot.ts")
      .then(({ readDevice }) => readDevice({ keys }))
      .then((key) => set({ state: key?.isProven ? "proven" : "unproven" }))
      .catch((error: unknown) => {
        // Other errors are shown when the ballot is sealed.
        if (error instanceof Error && error.name === "CannotSign")
          set({ state: "refused", why: error.message });
      });
    return () => {
      isGone = true;
    };
  }, [keys]);
  return device;
}

export function DeviceNotice({ device }: { device: Device }) {
  if (device.state === "refused") {
    return (
      <Notice tone="bad" title="This browser does not seal.">
        {device.why}
      </Notice>
    );
  }
  if (device.state !== "unproven") return null;
  return (
    <Notice tone="info" title="The record does not know this device as yours.">
      Your ballot counts like any other, but it is marked as unproven: a ballot from the device on which the
      invitation was taken shows that the server did not make it. That device can vouch for this one on the
      page Receipts; what is sealed after that is proven.
    </Notice>
  );
}
