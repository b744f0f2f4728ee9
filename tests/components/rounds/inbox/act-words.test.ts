import { afterEach, describe, expect, it } from "vitest";
import { actAddress, actWords } from "#components/rounds/inbox/act-words.ts";
import * as t from "#messages/inbox.ts";
import { provideLocale } from "#server/locale.ts";
import { currentRequest } from "#server/platform/process/request.ts";

const counts = { seatCount: 3, neededFlags: 2, sealedCount: 1 };
const round = {
  number: 4,
  pairCount: 9,
  ...counts,
  deadlineAt: 1,
  closesByItself: false,
  isClosing: false,
  ownSeat: null,
};

it("says that no pair can be reported only if the needed flags cannot be reached", () => {
  const words = (sealedCount: number, neededFlags: number) =>
    actWords({ kind: "close", why: "quorum-missed", round: { ...round, sealedCount, neededFlags } }).text;
  expect(words(1, 2)).toMatch(/^2 flags are needed, so no pair can be reported\. 2 seats did not seal/);
  expect(words(1, 1)).toMatch(/^1 flag is needed, so a pair can still be reported\. 2 seats/);
  expect(words(2, 2)).toMatch(/can still be reported\. 1 seat did not seal and counts as/);
});

it("says that no ballot can be sealed once all seats of the panel have ended", () => {
  const gone = { ...round, seatCount: 0, sealedCount: 0 };
  const { title, text } = actWords({ kind: "close", why: "all-ended", round: gone });
  expect(title).toBe("All seats of round\u00a04 have ended");
  expect(text).toMatch(/^No auditor can seal in it any more\./);
});

it("names the round whose outcomes are awaited, or how many rounds", () => {
  const words = (...counts: number[]) =>
    actWords({
      kind: "record-outcomes",
      awaited: counts.map((count, index) => ({ round: index + 2, count })),
    }).title;
  expect(words(1)).toBe("1 outcome of round\u00a02 is awaited");
  expect(words(2, 4)).toBe("6 outcomes of 2 rounds are awaited");
});

it("links to the round whose outcomes are awaited, or to the file for several rounds", () => {
  const one = { round: 2, count: 1 };
  expect(actAddress("s", { kind: "record-outcomes", awaited: [one] })).toBe("/studies/s/rounds/2#outcomes");
  expect(actAddress("s", { kind: "record-outcomes", awaited: [one, { round: 3, count: 1 }] })).toBe(
    "/studies/s/rounds/outcomes",
  );
});

it("counts the studies with a task", () => {
  expect(t.needYou({ waiting: 0, all: 3 })).toBe("You have no open tasks.");
  expect(t.needYou({ waiting: 1, all: 3 })).toBe("1 of 3 studies needs an action from you.");
  expect(t.needYou({ waiting: 2, all: 3 })).toBe("2 of 3 studies need an action from you.");
});

describe("in another language", () => {
  afterEach(() => provideLocale(() => currentRequest()?.locale));

  it.each([
    ["de", "1 Ausgang aus Runde\u00a02 fehlt noch", "6 Ausgänge aus 2 Runden fehlen noch"],
    ["es", "Falta 1 resultado de la ronda\u00a02", "Faltan 6 resultados de 2 rondas"],
  ] as const)("names awaited outcomes in %s", (language, one, several) => {
    provideLocale(() => language);
    const words = (...counts: number[]) =>
      actWords({
        kind: "record-outcomes",
        awaited: counts.map((count, index) => ({ round: index + 2, count })),
      }).title;
    expect([words(1), words(2, 4)]).toEqual([one, several]);
  });
});
