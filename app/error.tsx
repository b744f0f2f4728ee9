"use client";

import { Failed } from "#components/shell/failed.tsx";
import { Main } from "#components/ui/page.tsx";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Main width="text">
      <Failed digest={error.digest} retry={reset} />
    </Main>
  );
}
