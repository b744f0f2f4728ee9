"use client";

import { Check, CircleDashed, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { VerdictSnapshot } from "#components/judging/ballots/verdict-store.ts";
import { ClockTime } from "#components/ui/time/clock-time.tsx";
import * as t from "#messages/judging.ts";

type Props = {
  given: VerdictSnapshot;
  sealedAt: number | null;
  /** Number of verdicts that differ from the sealed ballot. */
  changedCount: number;
  onRetry: () => void;
};

/** Where the verdicts are stored, in the caption: on the server, on this device, or sealed. */
export function SaveStatus(props: Props) {
  return (
    <>
      <Shown {...props} />
      <Announced trouble={troubleOf(props.given)} />
    </>
  );
}

function Shown({ given, sealedAt, changedCount, onRetry }: Props) {
  const { save, pendingCount } = given;
  const trouble = troubleOf(given);
  if (trouble !== undefined) {
    return (
      <Said icon={<TriangleAlert />} ink="text-warn" text={trouble}>
        {save.kind === "kept" && save.failure.reason === "unreachable" && (
          <button
            type="button"
            onClick={onRetry}
            className="text-accent underline underline-offset-3 max-md:hidden"
          >
            {t.tryNow()}
          </button>
        )}
      </Said>
    );
  }
  if (save.kind === "saving" || pendingCount > 0) return <Said icon={<CircleDashed />} text={t.saving()} />;
  if (sealedAt !== null && changedCount > 0) {
    return (
      <Said icon={<TriangleAlert />} ink="text-warn" text={t.changedSinceSealing({ count: changedCount })} />
    );
  }
  if (sealedAt !== null) return <SaidAt icon={<Check />} text={t.sealedAt} at={sealedAt} />;
  if (save.kind === "saved" && save.at !== null)
    return <SaidAt icon={<Check />} text={t.savedAt} at={save.at} />;
  return <Said icon={<CircleDashed />} text={t.noneYet()} />;
}

/** Describes a problem, such as "Not saved, 2 verdicts kept on this device"; undefined while all is well. */
function troubleOf({ save, pendingCount, isDurable }: VerdictSnapshot): string | undefined {
  if (save.kind !== "kept" || pendingCount === 0) return undefined;
  if (save.failure.reason === "ended") return t.notCounted({ count: pendingCount });
  const kept = { count: pendingCount, isDurable };
  return save.failure.reason === "busy" ? t.serverBusy(kept) : t.notSaved(kept);
}

function SaidAt({ icon, text, at }: { icon: ReactNode; text: typeof t.savedAt; at: number }) {
  // A phone has no room for it next to the deadline.
  const time = () => (
    <span className="max-md:hidden">
      <ClockTime at={at} />
    </span>
  );
  return <Said icon={icon} ink="text-good" text={text({ time })} />;
}

function Said({
  icon,
  ink = "text-ink-2",
  text,
  children,
}: {
  icon: ReactNode;
  ink?: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 max-md:whitespace-normal [&>svg]:size-4 [&>svg]:flex-none ${ink}`}
    >
      {icon}
      <span>
        {text} {children}
      </span>
    </span>
  );
}

/** Reads out the start and the end of a problem, not every saved verdict. */
function Announced({ trouble }: { trouble: string | undefined }) {
  const [said, say] = useState("");
  useEffect(() => {
    say((before) => trouble ?? (before === "" ? "" : t.allSaved()));
  }, [trouble]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
