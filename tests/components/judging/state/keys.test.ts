import { describe, expect, it } from "vitest";
import { actionOf, type KeyActions } from "#components/judging/state/keys.ts";
import { usualKeys } from "#server/schemas/key-commands.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };

/** Returns the effects of a key. */
function pressing(
  key: string,
  modifiers: Partial<typeof none> = {},
  missing: Partial<KeyActions> = {},
  keys = usualKeys,
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
    changeView: note("another view"),
    toggleAll: note("all fields"),
    guidelines: note("guidelines"),
    help: note("help"),
    review: note("review"),
    tolerance: note("tolerance"),
    note: note("note"),
    showChances: undefined,
    ...missing,
  };
  actionOf({ key, ...none, ...modifiers }, actions, keys)?.();
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
    ["v", "another view"],
    ["c", "note"],
    ["t", "tolerance"],
  ])("%s does %s", (key, what) => {
    expect(pressing(key)).toEqual([what]);
  });

  it("leaves Tab, Enter, Space, arrows up and down, and shortcuts to the browser", () => {
    for (const key of ["Tab", "Enter", " ", "ArrowDown", "ArrowUp", "Escape", "q"])
      expect(pressing(key)).toEqual([]);
    expect(pressing("f", { ctrlKey: true })).toEqual([]);
    expect(pressing("a", { metaKey: true })).toEqual([]);
    expect(pressing("ArrowLeft", { altKey: true })).toEqual([]);
  });

  it("shows the chances with Enter if people are shown first without them", () => {
    const done: string[] = [];
    const showChances = () => void done.push("chances");
    expect(pressing("Enter", {}, { showChances })).toEqual([]);
    expect(done).toEqual(["chances"]);
  });

  it("undoes and redoes with and without Ctrl", () => {
    expect(pressing("Z", { shiftKey: true })).toEqual(["redo"]);
    expect(pressing("z", { ctrlKey: true })).toEqual(["undo"]);
    expect(pressing("Z", { metaKey: true, shiftKey: true })).toEqual(["redo"]);
  });

  it("opens the review with Ctrl Enter", () => {
    expect(pressing("Enter", { ctrlKey: true })).toEqual(["review"]);
    expect(pressing("Enter", { metaKey: true })).toEqual(["review"]);
  });

  it("gives one verdict if held down", () => {
    expect(pressing("f", { repeat: true })).toEqual([]);
    expect(pressing("n", { repeat: true })).toEqual(["next"]);
  });

  it("does nothing if it does not apply", () => {
    expect(pressing("f", {}, { verdict: undefined })).toEqual([]);
    expect(pressing("n", {}, { next: undefined })).toEqual([]);
  });

  it("can be set by the account, and digits stay unless reassigned", () => {
    const own = { ...usualKeys, unfair: "j", acceptable: "!", next: "2" };
    expect(pressing("f", {}, {}, own)).toEqual([]);
    expect(pressing("j", {}, {}, own)).toEqual(["unfair"]);
    expect(pressing("J", { shiftKey: true }, {}, own)).toEqual([]);
    expect(pressing("!", { shiftKey: true }, {}, own)).toEqual(["acceptable"]);
    expect(pressing("1", {}, {}, own)).toEqual(["unfair"]);
    expect(pressing("2", {}, {}, own)).toEqual(["next"]);
  });

  it("does nothing alone if single keys are off, but arrows and shortcuts work", () => {
    const off = { ...usualKeys, areOn: false };
    for (const key of ["f", "a", "u", "1", "2", "0", "n", "x", "z", "v", "?"])
      expect(pressing(key, {}, {}, off)).toEqual([]);
    expect(pressing("ArrowRight", {}, {}, off)).toEqual(["next"]);
    expect(pressing("z", { ctrlKey: true }, {}, off)).toEqual(["undo"]);
    expect(pressing("Enter", { ctrlKey: true }, {}, off)).toEqual(["review"]);
  });
});
