"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { ErrorData } from "#server/http/trpc/error-shape.ts";
import type { StudyEvent } from "#server/results/events/study-events.ts";

/**
 * State of the connection. `lost` reconnects automatically. The others do not: `ended`, signed out; `put-out`, no
 * role in the study any more; `too-many-pages`, the user follows studies on too many pages.
 */
export type Connection = "joining" | "live" | "lost" | "ended" | "put-out" | "too-many-pages";

export type Change = Omit<StudyEvent, "id">;

/** Codes of refusals after which the server takes the page back later. */
const temporary: readonly ErrorData["code"][] = [
  "BAD_GATEWAY",
  "SERVICE_UNAVAILABLE",
  "GATEWAY_TIMEOUT",
  "INTERNAL_SERVER_ERROR",
];

function stateAfter({ code, refusal }: ErrorData): Connection {
  if (temporary.includes(code)) return "lost";
  if (refusal === "too-many-attempts" || refusal === "too-many-calls") return "too-many-pages";
  return refusal === "forbidden" ? "put-out" : "ended";
}

/**
 * Subscribes to a study's state and each of its changes. A background page closes its connection, since browsers
 * allow only a few to each server; it gets the present state when it is visible again.
 */
export function useStudyEvents(studyId: string, onChange: (change: Change) => void): Connection {
  const isVisible = useIsVisible();
  const [connection, setConnection] = useState<Connection>("joining");
  const changed = useEffectEvent(onChange);
  const isFollowing =
    isVisible && (connection === "joining" || connection === "live" || connection === "lost");
  useEffect(
    () => (isFollowing ? follow(studyId, (change) => changed(change), setConnection) : undefined),
    [studyId, isFollowing],
  );
  return connection;
}

/**
 * Reads the tRPC subscription as plain server-sent events: the library's link would be part of every page's first
 * script. The browser reconnects by itself when the connection breaks.
 *
 * @returns a function that closes the connection
 */
function follow(studyId: string, onChange: (change: Change) => void, onState: (state: Connection) => void) {
  const input = encodeURIComponent(JSON.stringify({ studyId }));
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  let silenceMs: number | undefined;
  function open() {
    source = new EventSource(`/api/trpc/results.events?input=${input}`);
    source.addEventListener("connected", ({ data }) => {
      silenceMs = JSON.parse(data).reconnectAfterInactivityMs;
      hear();
    });
    source.addEventListener("ping", hear);
    source.addEventListener("message", ({ data }) => {
      hear();
      onState("live");
      onChange(JSON.parse(data));
    });
    source.addEventListener("serialized-error", ({ data }) => {
      const state = stateAfter(JSON.parse(data).data);
      // Else the end of the stream would make the browser connect again.
      if (state !== "lost") source.close();
      onState(state);
    });
    source.addEventListener("error", () =>
      onState(source.readyState === EventSource.CLOSED ? "ended" : "lost"),
    );
  }
  /** A connection can be dead without an error: then it is silent for longer than the server's pings are apart. */
  function hear() {
    clearTimeout(timer);
    if (silenceMs === undefined) return;
    timer = setTimeout(() => {
      onState("lost");
      source.close();
      open();
    }, silenceMs);
  }
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Returns whether the page is visible, as far as the browser reports it. */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === "visible",
    () => true,
  );
}

function listen(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
