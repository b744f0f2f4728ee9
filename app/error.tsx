"use client";

import { Main } from "#components/ui/page.tsx";
import { Failed } from "#components/ui/shell/failed.tsx";

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
