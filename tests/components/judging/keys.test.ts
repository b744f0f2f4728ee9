import { describe, expect, it } from "vitest";
import { actionOf, type KeyActions } from "#components/judging/keys.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };

/** What happened after a key. */
function pressing(
  key: string,
  modifiers: Partial<typeof none> = {},
  missing: Partial<KeyActions> = {},
): string[] {
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
  };
  const actions: KeyActions = {
    verdict: (word) => done.push(word),
    previous: note("previous"),
    next: note("next"),
    nextUnseen: note("next unseen"),
    undo: note("undo"),
    redo: note("redo"),
    toggleAll: note("all fields"),
    guidelines: note("guidelines"),
    help: note("help"),
    review: note("review"),
    ...missing,
  };
  actionOf({ key, ...none, ...modifiers }, actions)?.();
  return done;
}

describe("a key in the judging area", () => {
  it.each([
    ["f", "unfair"],
    ["F", "unfair"],
    ["1", "unfair"],
    ["a", "acceptable"],
    ["2", "acceptable"],
    ["u", "unsure"],
    ["0", "unsure"],
    ["n", "next"],
    ["ArrowRight", "next"],
    ["p", "previous"],
    ["ArrowLeft", "previous"],
    ["x", "next unseen"],
    ["d", "all fields"],
    ["i", "guidelines"],
    ["?", "help"],
    ["z", "undo"],
  ])("%s does %s", (key, what) => {
    expect(pressing(key)).toEqual([what]);
  });

  it("leaves the browser its own: Tab, Enter, Space, arrows up and down, and chords", () => {
    for (const key of ["Tab", "Enter", " ", "ArrowDown", "ArrowUp", "Escape", "q"])
      expect(pressing(key)).toEqual([]);
    expect(pressing("f", { ctrlKey: true })).toEqual([]);
    expect(pressing("a", { metaKey: true })).toEqual([]);
    expect(pressing("ArrowLeft", { altKey: true })).toEqual([]);
  });

  it("undoes and redoes with and without Ctrl", () => {
    expect(pressing("Z", { shiftKey: true })).toEqual(["redo"]);
    expect(pressing("z", { ctrlKey: true })).toEqual(["undo"]);
    expect(pressing("Z", { metaKey: true, shiftKey: true })).toEqual(["redo"]);
  });

  it("leads to the review with Ctrl Enter", () => {
    expect(pressing("Enter", { ctrlKey: true })).toEqual(["review"]);
    expect(pressing("Enter", { metaKey: true })).toEqual(["review"]);
  });

  it("that is held down gives one verdict", () => {
    expect(pressing("f", { repeat: true })).toEqual([]);
    expect(pressing("n", { repeat: true })).toEqual(["next"]);
  });

  it("does nothing where there is nothing to do", () => {
    expect(pressing("f", {}, { verdict: undefined })).toEqual([]);
    expect(pressing("n", {}, { next: undefined })).toEqual([]);
  });
});
