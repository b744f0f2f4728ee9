import { expect, it } from "vitest";
import { cacheNameOf, isOver, type KeptRound, keptRoundOf } from "#components/ui/offline/kept-rounds.ts";

const kept: KeptRound = { build: "b-1", accountId: "amal", studyId: "parole", round: 13, until: 2_000 };

it("the name of a cache identifies a kept round, and other caches are ignored", () => {
  expect(keptRoundOf(cacheNameOf(kept))).toEqual(kept);
  for (const other of ["", "runtime", "evenhand-round", "other/b-1/amal/parole/13/2000"])
    expect(keptRoundOf(other), other).toBeUndefined();
});

it.each([
  ["stays on the pages of its account", { accountId: "amal" }, 1_999, false],
  ["goes when another account is signed in", { accountId: "bela" }, 1_000, true],
  ["goes when no account is signed in", { accountId: null }, 1_000, true],
  ["goes when its time is over", { accountId: "amal" }, 2_000, true],
  [
    "stays while it is open and not sealed",
    { accountId: "amal", study: { studyId: "parole", open: [13] } },
    1_000,
    false,
  ],
  [
    "goes once it is closed or sealed",
    { accountId: "amal", study: { studyId: "parole", open: [14] } },
    1_000,
    true,
  ],
  [
    "stays on the pages of another study",
    { accountId: "amal", study: { studyId: "grants", open: [] } },
    1_000,
    false,
  ],
])("a kept round %s", (_, may, now, expected) => {
  expect(isOver(kept, may, now)).toBe(expected);
});
