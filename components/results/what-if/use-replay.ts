"use client";

import { useEffect, useRef, useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import * as t from "#messages/whatIf.ts";
import type { WhatIfSetting } from "#server/analysis/what-if/redecide.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { History, Replayed, ReplayNews, ReplayOrder } from "./messages.ts";
import type { LoadedRounds } from "./use-rounds.ts";

export type ReplayStage =
  | { readonly state: "idle" }
  | { readonly state: "reading"; readonly done: number }
  | { readonly state: "running"; readonly done: number; readonly total: number }
  | { readonly state: "failed"; readonly why: string };

/**
 * Replays in a worker, so that the page stays responsive and a replay can be stopped at any moment. The history is
 * read from the server when the first replay starts, and kept while the page is open.
 */
export function useReplay(studyId: string, { rounds, prepared }: LoadedRounds) {
  const client = useTRPCClient();
  const [stage, setStage] = useState<ReplayStage>({ state: "idle" });
  const [replays, setReplays] = useState<readonly Replayed[]>([]);
  const history = useRef<History | null>(null);
  const worker = useRef<Worker | null>(null);
  const reading = useRef<AbortController | null>(null);

  function stop(): void {
    reading.current?.abort();
    worker.current?.terminate();
    worker.current = null;
  }
  useEffect(
    () => () => {
      reading.current?.abort();
      worker.current?.terminate();
    },
    [],
  );

  async function start(settings: readonly WhatIfSetting[]): Promise<void> {
    stop();
    const leave = new AbortController();
    reading.current = leave;
    try {
      history.current ??= await readHistory(client, studyId, leave.signal, (done) =>
        setStage({ state: "reading", done }),
      );
    } catch (error) {
      if (!leave.signal.aborted) setStage({ state: "failed", why: refusalOf(error).message });
      return;
    }
    if (leave.signal.aborted) return;
    run({ ...history.current, rounds, seats: prepared.seats, settings });
  }

  function run(order: ReplayOrder): void {
    const total = order.settings.length * order.rounds.length;
    setStage({ state: "running", done: 0, total });
    const started = new Worker(new URL("./replay-worker.ts", import.meta.url), { type: "module" });
    worker.current = started;
    const end = (last: ReplayStage) => {
      stop();
      setStage(last);
    };
    started.onmessage = ({ data }: MessageEvent<ReplayNews>) => {
      if (data.kind === "progress") setStage({ state: "running", done: data.done, total });
      if (data.kind === "replayed") setReplays((before) => withReplay(before, data.replayed));
      if (data.kind === "ended") end({ state: "idle" });
      if (data.kind === "refused") end({ state: "failed", why: t.learnerRefused({ code: data.code }) });
    };
    started.onerror = ({ message }) => end({ state: "failed", why: message || t.replayFailed() });
    started.postMessage(order);
  }

  function cancel(): void {
    stop();
    setStage({ state: "idle" });
  }

  return { stage, replays, start, cancel };
}

/** Appends a replay. It replaces an earlier one with the same setting. */
function withReplay(before: readonly Replayed[], replayed: Replayed): readonly Replayed[] {
  const key = replayKey(replayed.setting);
  return [...before.filter(({ setting }) => replayKey(setting) !== key), replayed];
}

export function replayKey({ alpha, rule }: WhatIfSetting): string {
  return `${alpha} ${JSON.stringify(rule)}`;
}

async function readHistory(
  client: ReturnType<typeof useTRPCClient>,
  studyId: string,
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<History> {
  const events: History["events"][number][] = [];
  const cells = new Map<string, Features>();
  let spec: LearnerSpec | null = null;
  tell(0);
  for (let after: number | null = 0; after !== null; ) {
    const part: Awaited<ReturnType<typeof client.whatIf.takeHistory.mutate>> =
      await client.whatIf.takeHistory.mutate({ studyId, after }, { signal });
    spec ??= part.spec;
    for (const [name, own] of Object.entries(part.cells)) cells.set(name, own);
    for (const event of part.events) events.push(event);
    tell(events.filter(({ kind }) => kind === "closed").length);
    after = part.next;
  }
  if (spec === null) throw new Error("a history without its learner");
  return { spec, events, cells };
}
