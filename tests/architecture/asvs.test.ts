import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** How many requirements of level 1 and 2 each chapter of ASVS 5.0.0 has: 253 together, 70 of them of level 1. */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const states = ["met", "partly", "not met", "does not apply"];

const rows = [
  ...readFileSync("docs/security-asvs.md", "utf8").matchAll(
    /^\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+) \|$/gm,
  ),
].map(([, chapter, section, no, level, asked = "", state = "", reason = ""]) => ({
  place: [Number(chapter), Number(section), Number(no)] as const,
  level: Number(level),
  asked,
  state,
  reason,
}));

test("every requirement of the levels 1 and 2 has a line, in the standard's order", () => {
  expect(counts.map((_, at) => rows.filter(({ place }) => place[0] === at + 1).length)).toEqual(counts);
  expect(rows.filter(({ level }) => level === 1)).toHaveLength(70);
  const order = rows.map(({ place: [chapter, section, no] }) => chapter * 10_000 + section * 100 + no);
  expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
});

test("every line has a status, with an existing test or a reason", () => {
  for (const { place, state, reason } of rows) {
    expect(states, place.join(".")).toContain(state);
    const tests = reason.match(/`tests\/[^`]+`/g) ?? [];
    for (const name of tests) expect(existsSync(name.slice(1, -1)), `${place.join(".")}: ${name}`).toBe(true);
    const least = state === "does not apply" ? "no XML".length : 20;
    if (tests.length === 0) expect(reason.length, place.join(".")).toBeGreaterThanOrEqual(least);
  }
});
