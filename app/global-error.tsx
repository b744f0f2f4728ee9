"use client";

import { Main } from "#components/ui/page.tsx";
import { Failed } from "#components/ui/shell/failed.tsx";
import "./globals.css";

/** When even the frame around the pages could not be drawn. */
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
