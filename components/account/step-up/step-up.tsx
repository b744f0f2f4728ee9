"use client";

import { type ComponentType, useEffect, useState } from "react";
import { answerWith } from "#components/ui/api/step-up.ts";

type Dialog = ComponentType<{ onEnd: (isShown: boolean) => void }>;
type Asked = { readonly Dialog: Dialog; readonly answer: (isShown: boolean) => void };

/** Once on every page: asks who is there when a call is refused without it. The dialog is loaded when it is needed. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      answerWith(async () => {
        const Dialog = await loadDialog();
        // The call keeps its refusal, which says what is needed.
        if (Dialog === null) return false;
        return new Promise<boolean>((answer) => setAsked({ Dialog, answer }));
      }),
    [],
  );
  if (asked === null) return null;
  const { Dialog, answer } = asked;
  const end = (isShown: boolean) => {
    answer(isShown);
    setAsked(null);
  };
  return <Dialog onEnd={end} />;
}

/** @returns null without a connection, or after the server was renewed */
async function loadDialog(): Promise<Dialog | null> {
  const file = await import("./step-up-dialog.tsx").catch(() => null);
  return file?.StepUpDialog ?? null;
}
