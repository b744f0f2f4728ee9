"use client";

import { Main } from "#components/ui/page.tsx";
import { Failed } from "#components/ui/shell/failed.tsx";
import "./globals.css";

/** Error page for a failure in the root layout itself. */
export default function GlobalErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <title>Evenhand</title>
        <Main width="text">
          <Failed digest={error.digest} retry={reset} />
        </Main>
      </body>
    </html>
  );
}
