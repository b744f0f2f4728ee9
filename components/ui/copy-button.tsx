"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

type State = "idle" | "copied" | "refused";

const words: Record<Exclude<State, "idle">, string> = {
  copied: "Copied",
  // Refused by the browser, for example without a secure connection.
  refused: "Select it to copy",
};

/** Copies a text that is also shown next to it, where it can be selected. */
export function CopyButton({ text, children = "Copy" }: { text: string; children?: string }) {
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
      {state === "idle" ? children : words[state]}
    </Button>
  );
}
