"use client";

import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";

const tryAgainMs = 5_000;

/** Descriptions of temporary failures, by the server's error code. */
const passing: Readonly<Record<string, string>> = {
  busy: "The server is busy.",
  "storage-away": "The database is out of reach at the moment.",
};

/** Error page: what is safe, a retry button, and an id to quote. Temporary failures are retried automatically. */
export function Failed({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const words = passing[digest ?? ""];
  useEffect(() => {
    if (words === undefined) return;
    const timer = setTimeout(() => location.reload(), tryAgainMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div role="alert" className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
      <h1>This page could not be shown</h1>
      <p className="text-ink-2">
        {words && <b>{words} </b>}
        What you had sent before is recorded, and nothing was changed by this.{" "}
        {words
          ? "This page tries again by itself."
          : `Try again; if it stays, tell whoever runs this server${digest ? ` and quote ${digest}` : ""}.`}
      </p>
      <Button look="act" onClick={words ? () => location.reload() : retry}>
        Try again
      </Button>
    </div>
  );
}
