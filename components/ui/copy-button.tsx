"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import * as t from "#messages/controls.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Field } from "./field.tsx";

type State = "idle" | "copied" | "refused";

const words: Record<Exclude<State, "idle">, () => string> = {
  copied: t.copied,
  // Refused by the browser, for example without a secure connection.
  refused: t.selectToCopy,
};

/** Copies a text that is also shown next to it, where it can be selected. */
export function CopyButton({ text, children = t.copy() }: { text: string; children?: string }) {
  const [state, setState] = useState<State>("idle");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  }
  return (
    <Button onClick={copy}>
      {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
      {state === "idle" ? children : words[state]()}
    </Button>
  );
}

/** Text to copy, in a field that selects all of it. */
export function CopyField({ label, text, className }: { label: string; text: string; className?: string }) {
  return (
    <span className={classNames("grid w-full items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]", className)}>
      <Field label={label} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} />
    </span>
  );
}
