import { afterEach, expect, it, vi } from "vitest";
import { keptUntil } from "#components/judging/offline/keep-round.ts";
import { findCopy, type KeptCopy, markCopy } from "#components/judging/offline/kept-copy.ts";

afterEach(() => vi.unstubAllGlobals());

const address = "/studies/1/judging/13";
const copy: KeptCopy = {
  address,
  at: 1_764_000_000_000,
  known: { savedAt: 5, verdicts: [[0, 1, "unfair"]] },
};

/** Reads the page's `data-kept` like a browser. */
function openPage(html: string): void {
  const text = /^<html data-kept="([^"]*)" lang="en">/.exec(html)?.[1];
  const kept = text?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  vi.stubGlobal("document", { documentElement: { dataset: { ...(kept !== undefined && { kept }) } } });
}

it("a copy has its time and saved verdicts, only for its own address", () => {
  const odd = { ...copy, address: `${address}$&"'` };
  for (const one of [copy, { ...copy, known: null }, odd]) {
    openPage(markCopy('<html lang="en"><html lang="en">', one));
    expect(findCopy(one.address)).toEqual(one);
    expect(findCopy("/studies/1/judging/14")).toBeUndefined();
  }
});

it("a page from the server is not a copy", () => {
  openPage('<html lang="en">');
  expect(findCopy(address)).toBeUndefined();
});

const DAY = 86_400_000;

it.each([
  ["a week from the start of the day", 10 * DAY + 5, null, 17 * DAY],
  ["a later deadline", 10 * DAY + 5, 40 * DAY, 17 * DAY],
  ["an earlier deadline", 10 * DAY + 5, 11 * DAY + 1, 11 * DAY + 1],
])("a round is kept until %s", (_, now, deadlineAt, until) => {
  expect(keptUntil(now, deadlineAt)).toBe(until);
});
