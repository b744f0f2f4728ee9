"use client";

import { type ComponentType, useEffect, useState } from "react";
import { answerWith } from "#components/ui/api/step-up.ts";

type Dialog = ComponentType<{ onEnd: (isShown: boolean) => void }>;
type OpenDialog = { readonly Dialog: Dialog; readonly answer: (isShown: boolean) => void };

/**
 * Requests a confirmation of identity when a call is refused without one. Mounted once on every page; its dialog is
 * loaded when needed.
 */
export function StepUp() {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  useEffect(
    () =>
      answerWith(async () => {
        const Dialog = await loadDialog();
        // The call keeps its refusal, which says what is needed.
        if (Dialog === null) return false;
        return new Promise<boolean>((answer) => setOpen({ Dialog, answer }));
      }),
    [],
  );
  if (open === null) return null;
  const { Dialog, answer } = open;
  const end = (isShown: boolean) => {
    answer(isShown);
    setOpen(null);
  };
  return <Dialog onEnd={end} />;
}

/** @returns null without a connection, or after a new release of the server */
async function loadDialog(): Promise<Dialog | null> {
  const file = await import("./step-up-dialog.tsx").catch(() => null);
  return file?.StepUpDialog ?? null;
}
