"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { type Refusal, refusalOf } from "#components/ui/api/refusal.ts";
import type { StudyEvent } from "#server/results/events/study-events.ts";
import { useIsVisible } from "./use-is-visible.ts";

/**
 * State of the connection. `lost` reconnects automatically. The others do not: `ended`, signed out; `put-out`, no
 * role in the study any more; `crowded`, the user follows studies on too many pages.
 */
export type Connection = "joining" | "live" | "lost" | "ended" | "put-out" | "too-many-pages";

export type Change = Omit<StudyEvent, "id">;

function endOf(code: Refusal["code"]): Connection {
  if (code === "too-many-attempts" || code === "too-many-calls") return "too-many-pages";
  return code === "forbidden" ? "put-out" : "ended";
}

function isOver(connection: Connection): boolean {
  return connection === "ended" || connection === "put-out" || connection === "too-many-pages";
}

/**
 * Subscribes to a study's state and each of its changes. A background page closes its connection, since browsers
 * allow only a few to each server; it gets the present state when it is visible again.
 */
export function useStudyEvents(studyId: string, onChange: (change: Change) => void): Connection {
  const trpc = useTRPC();
  const isVisible = useIsVisible();
  const [connection, setConnection] = useState<Connection>("joining");
  useSubscription(
    trpc.results.events.subscriptionOptions(
      { studyId },
      {
        enabled: isVisible && !isOver(connection),
        onData: ({ data }) => {
          setConnection("live");
          onChange(data);
        },
        onConnectionStateChange: ({ state, error }) => {
          // Without an error it is only starting.
          if (state === "connecting" && error) setConnection("lost");
        },
        onError: (error) => setConnection(endOf(refusalOf(error).code)),
      },
    ),
  );
  return connection;
}
