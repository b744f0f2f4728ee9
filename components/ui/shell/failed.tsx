"use client";

import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import * as t from "#messages/ui.ts";

const tryAgainMs = 5_000;

/** Temporary failures, by the server's error code. */
const passing: Readonly<Record<string, "busy" | "storage">> = { busy: "busy", "storage-away": "storage" };

/** Error page: what is safe, a retry button, and an id to quote. Temporary failures are retried automatically. */
export function Failed({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const why = passing[digest ?? ""];
  useEffect(() => {
    if (why === undefined) return;
    const timer = setTimeout(() => location.reload(), tryAgainMs);
    return () => clearTimeout(timer);
  }, [why]);
  return (
    <div role="alert" className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
      <h1>{t.pageFailed()}</h1>
      <p className="text-ink-2">
        {t.pageFailedNote({
          why: why ?? "unknown",
          digest: digest ?? "none",
          b: (text) => <b>{text}</b>,
        })}
      </p>
      <Button look="act" onClick={why ? () => location.reload() : retry}>
        {t.tryAgain()}
      </Button>
    </div>
  );
}
