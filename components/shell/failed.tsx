"use client";

import { Button } from "#components/ui/button.tsx";

/** Something broke: what is safe, one retry, an id to quote. */
export function Failed({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
      <h1>This page could not be shown</h1>
      <p className="text-ink-2">
        What you had sent before is recorded, and nothing was changed by this. Try again; if it stays, tell
        whoever runs this server{digest ? ` and quote ${digest}` : ""}.
      </p>
      <Button look="act" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
