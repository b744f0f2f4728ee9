"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { answerWith } from "#components/api/step-up.ts";

const StepUpDialog = lazy(() =>
  import("./step-up-dialog.tsx").then((file) => ({ default: file.StepUpDialog })),
);

/** Once on every page: asks who is there when a call is refused without it. The dialog is loaded when it is needed. */
export function StepUp() {
  const [answer, setAnswer] = useState<((isShown: boolean) => void) | null>(null);
  useEffect(() => answerWith(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
  if (answer === null) return null;
  const end = (isShown: boolean) => {
    answer(isShown);
    setAnswer(null);
  };
  return (
    <Suspense>
      <StepUpDialog onEnd={end} />
    </Suspense>
  );
}
