"use client";

import { Lock, type LucideIcon, Radio, Unplug } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { CaptionBox } from "#components/ui/caption.tsx";
import { type Connection, useStudyEvents } from "#components/ui/live/use-study-events.ts";
import * as t from "#messages/live.ts";

/** Milliseconds without a change before a refresh: a burst of changes is one refresh. */
const quietMs = 1_200;

const looks: Record<Connection, { icon: LucideIcon; word: () => string; className: string }> = {
  joining: { icon: Radio, word: t.connecting, className: "text-ink-3" },
  live: { icon: Radio, word: t.live, className: "text-ink" },
  lost: { icon: Unplug, word: t.connectionLost, className: "text-warn" },
  ended: { icon: Lock, word: t.liveEnded, className: "text-bad" },
  "put-out": { icon: Lock, word: t.liveEnded, className: "text-bad" },
  "too-many-pages": { icon: Unplug, word: t.tooManyPages, className: "text-warn" },
};

/**
 * Keeps a study's page up to date and shows whether it is, in a box of the page's caption. The server renders the
 * page again; text that is being typed stays.
 */
export function LiveUpdates({
  studyId,
  head,
}: {
  studyId: string;
  /** Last log entry that the page shows. */
  head: number;
}) {
  const router = useRouter();
  const refresh = useRefresh(head, () => router.refresh());
  const connection = useStudyEvents(studyId, (change) => refresh(change.head));
  const announcement = useAnnouncement(connection, head);
  const { icon: Icon, word, className } = looks[connection];
  return (
    <CaptionBox label={t.updates()}>
      <span className={`inline-flex md:min-w-[8.25rem] items-center gap-1.5 ${className}`}>
        <Icon aria-hidden className="size-4" />
        {word()}
        {(connection === "ended" || connection === "too-many-pages") && (
          <button type="button" className="text-accent underline" onClick={() => location.reload()}>
            {t.reload()}
          </button>
        )}
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </CaptionBox>
  );
}

const words: Partial<Record<Connection, () => string>> = {
  lost: t.connectionLostNote,
  ended: t.liveEndedNote,
  "too-many-pages": t.tooManyPagesNote,
};

/** Returns the announcements for screen readers: changes of the connection, and that the page was updated. */
function useAnnouncement(connection: Connection, head: number): string {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef({ connection, head });
  useEffect(() => {
    const { connection: lastConnection, head: lastHead } = before.current;
    before.current = { connection, head };
    if (head !== lastHead) setAnnouncement(t.updatedTo({ count: head }));
    else if (connection === lastConnection) return;
    else if (connection === "live" && lastConnection === "lost") setAnnouncement(t.connectedAgain());
    else setAnnouncement(words[connection]?.() ?? "");
  }, [connection, head]);
  return announcement;
}

/** Refreshes the page when the record has grown beyond what it shows, once for a burst of changes. */
function useRefresh(head: number, refresh: () => void): (newest: number | null) => void {
  const requested = useRef(head);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  requested.current = Math.max(requested.current, head);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (newest) => {
    if (newest === null || newest <= requested.current) return;
    requested.current = newest;
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, quietMs);
  };
}
