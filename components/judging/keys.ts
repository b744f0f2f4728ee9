import type { KeyboardEvent } from "react";
import type { VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { type JudgingKeys, type KeyCommand, keyCommands } from "#server/schemas/key-commands.ts";

/** What can be done in the judging area; undefined where it cannot be done just now. */
export type KeyActions = {
  verdict: ((word: VerdictWord) => void) | undefined;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  nextUnseen: (() => void) | undefined;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  changeView: (() => void) | undefined;
  toggleAll: (() => void) | undefined;
  guidelines: (() => void) | undefined;
  help: (() => void) | undefined;
  review: (() => void) | undefined;
  /** To the number of points that would still be acceptable. */
  tolerance: (() => void) | undefined;
  note: (() => void) | undefined;
  /** Enter, where it presses nothing else. */
  showChances: (() => void) | undefined;
};

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">;
type Act = (() => void) | undefined;

/** Beside the letters, for the right hand; a command that was given the digit goes before. */
const digits: Readonly<Record<string, KeyCommand>> = { "1": "unfair", "2": "acceptable", "0": "unsure" };

/**
 * What a key in the judging area does; undefined where it does nothing, so that the browser keeps its own keys.
 *
 * @param keys the account's own; arrows and chords work whatever they are, since nobody says them by chance to a
 *   program that takes speech
 */
export function actionOf(event: Press, actions: KeyActions, keys: JudgingKeys): Act {
  const key = event.key.toLowerCase();
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === "enter") return actions.review;
    return key === "z" ? undoing(event.shiftKey, actions) : undefined;
  }
  if (key === "enter") return actions.showChances;
  if (key === "arrowright") return actions.next;
  if (key === "arrowleft") return actions.previous;
  const command = keys.areOn ? commandOf(key, keys) : undefined;
  return command && acting(command, event, actions);
}

function commandOf(key: string, keys: JudgingKeys): KeyCommand | undefined {
  return keyCommands.find((command) => keys[command] === key) ?? digits[key];
}

function acting(command: KeyCommand, { key, shiftKey, repeat }: Press, actions: KeyActions): Act {
  if (command === "undo") return undoing(shiftKey, actions);
  if (command !== "unfair" && command !== "acceptable" && command !== "unsure") return actions[command];
  // A key that is held down is one verdict, and a letter with Shift is none.
  const { verdict } = actions;
  const isCapital = shiftKey && /\p{L}/u.test(key);
  return repeat || isCapital || verdict === undefined ? undefined : () => verdict(command);
}

function undoing(isRedo: boolean, { undo, redo }: KeyActions): Act {
  return isRedo ? redo : undo;
}

/** Where letters are text or choose something, they are not commands. */
export function takesText(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
