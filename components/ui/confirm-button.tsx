"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

type Props = {
  /** On the button, and in the question. */
  act: string;
  /** Whom or what it is about, for whoever hears the buttons without the row. */
  about: string;
  /** What follows from it, in a sentence. */
  children: ReactNode;
  busy: boolean;
  onConfirm: () => void;
};

/** A small button that says what will follow, and asks once more before it does it. */
export function ConfirmButton({ act, about, children, busy, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const ask = (next: boolean) => {
    setAsking(next);
    setAsked(true);
  };
  if (!isAsking) {
    return (
      <Button
        small
        busy={busy}
        ref={wasAsked ? takeFocus : undefined}
        aria-label={`${act}: ${about}`}
        onClick={() => ask(true)}
      >
        {act}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is another way to press "No"
    <span
      className="flex flex-wrap items-center gap-2 text-sm text-ink-2"
      onKeyDown={({ key }) => key === "Escape" && ask(false)}
    >
      <span className="max-w-measure">{children}</span>
      <Button
        small
        ref={takeFocus}
        aria-label={`Yes, ${act.toLowerCase()}: ${about}`}
        onClick={() => {
          ask(false);
          onConfirm();
        }}
      >
        Yes, {act.toLowerCase()}
      </Button>
      <Button small look="ghost" onClick={() => ask(false)}>
        No
      </Button>
    </span>
  );
}

/** The button that was pressed is gone: the keyboard goes on at the one in its place. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus();
}
