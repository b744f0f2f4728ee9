import type { KeyboardEvent } from "react";
import type { VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { type JudgingKeys, type KeyCommand, keyCommands } from "#server/schemas/key-commands.ts";

type Act = (() => void) | undefined;

/**
 * Actions in the judging area, without those that are not available at the moment. `tolerance` moves to the field for
 * the points that would still be acceptable; `showChances` is bound to Enter, unless Enter presses a button.
 */
export type KeyActions = {
  readonly verdict?: ((word: VerdictWord) => void) | undefined;
} & { readonly [action in Exclude<KeyCommand, VerdictWord> | "redo" | "review" | "showChances"]?: Act };

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">;
/**
 * Digits that work in addition to the letters, for the right hand. A command to which the user assigned a digit takes
 * precedence.
 */
const digits: Readonly<Record<string, KeyCommand>> = { "1": "unfair", "2": "acceptable", "0": "unsure" };

/**
 * Returns the action of a key in the judging area; undefined if it has none, so that the browser keeps its own keys.
 *
 * @param keys the account's own; arrow keys and key combinations always work, since speech input
 *   does not trigger them by accident
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
  // A key that is held down gives one verdict. A letter with Shift gives none.
  const { verdict } = actions;
  const isCapital = shiftKey && /\p{L}/u.test(key);
  return repeat || isCapital || verdict === undefined ? undefined : () => verdict(command);
}

function undoing(isRedo: boolean, { undo, redo }: KeyActions): Act {
  return isRedo ? redo : undo;
}

/** Returns whether an element takes letters as text or as a choice, so that they are not commands. */
export function takesText(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
