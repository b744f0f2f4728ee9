"use client";

import { type ReactNode, useState } from "react";
import * as t from "#messages/controls.ts";
import { Button } from "./button.tsx";

type Props = {
  /** Label of the button, also used in the question. */
  act: string;
  /** The person or thing affected, for screen reader users who hear the buttons without the row. */
  about: string;
  /** The consequence, in a sentence. */
  children: ReactNode;
  busy: boolean;
  onConfirm: () => void;
};

/** Small button that states the consequence and asks for confirmation before it acts. */
export function ConfirmButton({ act, about, children, busy, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const showQuestion = (next: boolean) => {
    setAsking(next);
    setAsked(true);
  };
  if (!isAsking) {
    return (
      <Button
        small
        busy={busy}
        ref={wasAsked ? takeFocus : undefined}
        aria-label={t.actOn({ act, about })}
        onClick={() => showQuestion(true)}
      >
        {act}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same as "No"
    <span
      className="flex flex-wrap items-center gap-2 text-sm text-ink-2"
      onKeyDown={({ key }) => key === "Escape" && showQuestion(false)}
    >
      <span className="max-w-measure">{children}</span>
      <Button
        small
        ref={takeFocus}
        aria-label={t.actOn({ act: t.yesAct({ act }), about })}
        onClick={() => {
          showQuestion(false);
          onConfirm();
        }}
      >
        {t.yesAct({ act })}
      </Button>
      <Button small look="ghost" onClick={() => showQuestion(false)}>
        {t.no()}
      </Button>
    </span>
  );
}

/** Focuses the button that replaces the pressed one. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus();
}
