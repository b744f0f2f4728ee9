import { Check, CircleDashed, PencilLine, Stamp, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { DraftSnapshot } from "#components/ballots/draft-store.ts";
import { counted } from "#components/ballots/pair-words.ts";
import { ClockTime } from "./clock-time.tsx";

type Props = {
  drafts: DraftSnapshot;
  sealedAt: number | null;
  /** Verdicts that differ from the sealed ballot. */
  changedCount: number;
};

/** Where the verdicts are, in the caption: on the server, on this device, or sealed. */
export function SaveState({ drafts, sealedAt, changedCount }: Props) {
  const { save, pendingCount, isDurable } = drafts;
  if (save.kind === "kept" && pendingCount > 0) {
    const where = isDurable ? "kept on this device" : "in this tab only";
    if (save.failure.reason === "ended") {
      return (
        <Said
          icon={<TriangleAlert />}
          ink="text-warn"
          text={`${counted(pendingCount, "verdict")} not counted`}
        />
      );
    }
    return (
      <Said
        icon={<WifiOff />}
        ink="text-warn"
        text={`Not saved, ${counted(pendingCount, "verdict")} ${where}`}
      />
    );
  }
  if (save.kind === "saving" || pendingCount > 0)
    return <Said icon={<CircleDashed />} ink="" text="Saving" />;
  if (sealedAt !== null && changedCount > 0) {
    return <Said icon={<PencilLine />} ink="text-warn" text={`${changedCount} changed since sealing`} />;
  }
  if (sealedAt !== null) {
    return (
      <Said icon={<Stamp />} ink="text-good" text="Sealed">
        <ClockTime at={sealedAt} />
      </Said>
    );
  }
  if (save.kind === "kept" || save.at === null)
    return <Said icon={<CircleDashed />} ink="text-ink-2" text="None yet" />;
  return (
    <Said icon={<Check />} ink="text-good" text="Saved">
      <ClockTime at={save.at} />
    </Said>
  );
}

function Said({
  icon,
  ink,
  text,
  children,
}: {
  icon: ReactNode;
  ink: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <span
      role="status"
      className={`inline-flex items-center gap-1.5 [&>svg]:size-4 [&>svg]:flex-none ${ink}`}
    >
      {icon}
      <span>
        {text} {children}
      </span>
    </span>
  );
}
