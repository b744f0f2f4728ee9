import type { KeyboardEvent } from "react";
import type { VerdictWord } from "#components/ballots/verdicts.ts";

export type KeyActions = {
  /** undefined while no verdict can be given. */
  verdict: ((word: VerdictWord) => void) | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  nextUnseen: (() => void) | undefined;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  toggleAll: () => void;
  guidelines: () => void;
  help: () => void;
  review: () => void;
};

const words: Readonly<Record<string, VerdictWord>> = {
  f: "unfair",
  "1": "unfair",
  a: "acceptable",
  "2": "acceptable",
  u: "unsure",
  "0": "unsure",
};

/** What a key in the judging area does; undefined where it does nothing, so that the browser keeps its own keys. */
export function actionOf(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">,
  actions: KeyActions,
): (() => void) | undefined {
  const key = event.key.toLowerCase();
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === "enter") return actions.review;
    return key === "z" ? undoing(event.shiftKey, actions) : undefined;
  }
  const word = words[key];
  if (word !== undefined) {
    // A key that is held down is one verdict.
    return event.repeat || event.shiftKey ? undefined : actions.verdict && (() => actions.verdict?.(word));
  }
  return key === "z" ? undoing(event.shiftKey, actions) : plain(key, actions);
}

function undoing(isRedo: boolean, { undo, redo }: KeyActions): (() => void) | undefined {
  return isRedo ? redo : undo;
}

function plain(key: string, actions: KeyActions): (() => void) | undefined {
  switch (key) {
    case "n":
    case "arrowright":
      return actions.next;
    case "p":
    case "arrowleft":
      return actions.previous;
    case "x":
      return actions.nextUnseen;
    case "d":
      return actions.toggleAll;
    case "i":
      return actions.guidelines;
    case "?":
      return actions.help;
    default:
      return undefined;
  }
}

/** Where letters are text or choose something, they are not commands. */
export function takesText(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
