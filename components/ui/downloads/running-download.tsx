"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Bar } from "#components/ui/bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import * as controls from "#messages/controls.ts";
import * as t from "#messages/files.ts";
import * as ui from "#messages/ui.ts";
import { formatSize } from "#server/format.ts";
import { type DownloadProgress, FileRefused, FileTooLarge, TakenFile } from "./taken-file.ts";

type State =
  | ({ readonly kind: "running" } & DownloadProgress)
  | { readonly kind: "broken"; readonly byteCount: number }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "saved"; readonly name: string; readonly byteCount: number };

type Props = {
  readonly href: string;
  readonly asks: boolean;
  readonly onSaved: () => void;
  readonly onEnd: () => void;
};

/** Milliseconds between two updates of the bar. */
const updateEveryMs = 100;

/** Downloads a file while mounted, and shows the progress. */
export function RunningDownload({ href, asks, onSaved, onEnd }: Props) {
  const confirm = useMutation(useTRPC().factors.confirm.mutationOptions());
  const [state, setState] = useState<State>({ kind: "running", byteCount: 0, totalBytes: null });
  const taken = useRef<TakenFile>(null);
  const ending = useRef<AbortController>(null);
  const take = async () => {
    taken.current ??= new TakenFile(href);
    ending.current = new AbortController();
    const { current: file } = taken;
    const { signal } = ending.current;
    setState({ kind: "running", byteCount: file.byteCount, totalBytes: null });
    try {
      if (asks) await confirm.mutateAsync({});
      await file.takeRest(signal, throttled(signal, setState));
      signal.throwIfAborted();
      saveFile(file.bytes, file.name);
      setState({ kind: "saved", name: file.name, byteCount: file.byteCount });
      onSaved();
    } catch (error) {
      if (!signal.aborted) setState(stateAfter(error, file.byteCount));
    }
  };
  const begin = useEffectEvent(take);
  useEffect(() => {
    begin();
    return () => ending.current?.abort();
  }, []);
  const isRunning = state.kind === "running";
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);

  if (state.kind === "running") {
    return (
      <Place>
        <RunningBar {...state} />
        <Button small onClick={onEnd}>
          {t.cancel()}
        </Button>
      </Place>
    );
  }
  if (state.kind === "saved") {
    return (
      <Place>
        <p role="status" className="text-sm text-ink-2">
          {t.savedAs({
            name: (text) => <span className="font-mono text-xs break-all">{text}</span>,
            file: state.name,
            size: formatSize(state.byteCount),
          })}
        </p>
      </Place>
    );
  }
  return (
    <Place>
      <Notice tone={state.kind === "broken" ? "warn" : "bad"} title={titleOf(state)} live>
        {state.kind === "too-large" && (
          <a href={href} download>
            {t.downloadByBrowser()}
          </a>
        )}
      </Notice>
      <div className="flex gap-2">
        {state.kind !== "too-large" && (
          <Button small onClick={take}>
            {state.kind === "broken" && state.byteCount > 0 ? t.continueDownload() : ui.tryAgain()}
          </Button>
        )}
        <Button small onClick={onEnd}>
          {state.kind === "broken" && state.byteCount > 0 ? t.discardDownload() : controls.close()}
        </Button>
      </div>
    </Place>
  );
}

/** Place below all buttons of its row. */
function Place({ children }: { children: ReactNode }) {
  return (
    <div className="order-last min-w-0 basis-full">
      <div className="grid max-w-80 justify-items-start gap-2">{children}</div>
    </div>
  );
}

function RunningBar({ byteCount, totalBytes }: DownloadProgress) {
  const percent = totalBytes ? Math.floor((100 * byteCount) / totalBytes) : 0;
  const words =
    totalBytes === null ? t.preparingFile() : t.downloadedPercent({ percent, size: formatSize(byteCount) });
  return <Bar label={t.downloadedSoFar()} done={percent} total={100} words={words} />;
}

function titleOf(state: Extract<State, { kind: "broken" | "refused" | "too-large" }>): string {
  if (state.kind === "refused") return state.message;
  if (state.kind === "too-large") return t.fileTooLarge();
  return state.byteCount === 0 ? t.couldNotReach() : t.connectionBroke({ size: formatSize(state.byteCount) });
}

function stateAfter(error: unknown, byteCount: number): State {
  if (error instanceof FileTooLarge) return { kind: "too-large" };
  if (error instanceof FileRefused) return { kind: "refused", message: error.message };
  const isCall = error instanceof Error && error.name === "TRPCClientError";
  return isCall ? { kind: "refused", message: refusalOf(error).message } : { kind: "broken", byteCount };
}

/** Throttles updates: data arrives far more often than the bar needs. The last update is always shown. */
function throttled(signal: AbortSignal, show: (next: (state: State) => State) => void) {
  let latest: DownloadProgress = { byteCount: 0, totalBytes: null };
  let isSoon = false;
  return (progress: DownloadProgress): void => {
    latest = progress;
    if (isSoon) return;
    isSoon = true;
    setTimeout(() => {
      isSoon = false;
      // It may have succeeded or failed meanwhile.
      if (!signal.aborted)
        show((state) => (state.kind === "running" ? { kind: "running", ...latest } : state));
    }, updateEveryMs);
  };
}
