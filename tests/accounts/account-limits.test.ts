import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { limits } from "#server/accounts/account-limits.ts";

const page = readFileSync("docs/limits.md", "utf8").replaceAll(/\s+/g, " ");
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** The page's words for each limit, and its value: milliseconds, or a count. */
const documented: Readonly<Record<keyof typeof limits, readonly [words: string, value: number]>> = {
  invitationLife: ["| a link to join | 7 days |", 7 * day],
  resetLife: ["| a link for a new password or address | 24 hours;", 24 * hour],
  sessionLife: ["| a session | 12 hours;", 12 * hour],
  administratorIdle: ["an administrator's ends after 30 minutes without a request", 30 * minute],
  sessionTouch: ["", minute],
  confirmationLife: ['| a confirmation ("Is it you?") | 10 minutes in the session', 10 * minute],
  pendingLife: ["a code to set up an authenticator app | 10 minutes, for one answer", 10 * minute],
  deviceLife: ["| a known device | a year |", 365 * day],
  devicesKept: ["its hash is stored, at most ten an account", 10],
  tokensKept: ["| tokens for programs of one account | 20 |", 20],
  tokenListed: ["one that has run out is listed for 30 more", 30 * day],
  answerKept: ["| the first answer of a call with an `Idempotency-Key` | a day |", day],
  callTimeout: ["", 10 * minute],
};

it.each(Object.entries(documented))("docs/limits.md states %s", (name, [words, value]) => {
  expect(page).toContain(words);
  expect(limits[name as keyof typeof limits]).toBe(value);
});

it("checks every limit", () => {
  expect(Object.keys(documented).sort()).toEqual(Object.keys(limits).sort());
});
