import { beforeEach, expect, it } from "vitest";
import { StoreError, type StoreErrorCode } from "#db/store/store-error.ts";
import { DomainError } from "#server/errors.ts";
import { busy, refusalOf } from "#server/platform/app/refusals.ts";
import { captureLog } from "#tests/setup/application-log.ts";

const logLines = captureLog();
beforeEach(() => logLines.splice(0));

it.each<[StoreErrorCode, string, number | undefined, RegExp, string[]]>([
  ["full", "storage-full", undefined, /^The server’s storage is full at the moment, so nothing was ch/, []],
  ["busy", "busy", 1, /^The server is busy and nothing was changed/, []],
  ["unavailable", "storage-away", 1, /^The server cannot reach its database .* may not have been stored/, []],
  ["closed", "storage-away", 1, /^The server cannot reach its database .* may not have been stored/, []],
  [
    "read-only",
    "storage-failing",
    1,
    /server’s disk does not accept writes, so nothing was changed/,
    ["the disk of the database takes no writes"],
  ],
  [
    "disk-failed",
    "storage-failing",
    1,
    /server’s disk does not accept writes, so this may not have been stored/,
    ["the disk of the database takes no writes"],
  ],
  [
    "damaged",
    "storage-damaged",
    undefined,
    /database is damaged.*Trying again does not help/,
    ["the database is damaged"],
  ],
])("turns the store error %s into the refusal %s", (code, refusal, retryAfter, message, written) => {
  const cause = new StoreError(code, "SQLITE at /srv/data");
  const found = refusalOf(cause);
  expect(found).toMatchObject({ code: refusal, retryAfter, cause, problems: [] });
  expect(found?.message).toMatch(message);
  expect(logLines.map((line) => JSON.parse(line).msg)).toEqual(written);
});

it("passes on a refusal, and makes none of an unexpected error", () => {
  const refusal = new DomainError("not-found", "There is no such study.");
  expect(refusalOf(refusal)).toBe(refusal);
  for (const error of [new Error("no"), new StoreError("statement", "no"), null])
    expect(refusalOf(error)).toBeUndefined();
  expect(busy()).toMatchObject({ code: "busy", retryAfter: 1, cause: undefined });
});
