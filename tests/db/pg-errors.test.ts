import { describe, expect, it } from "vitest";
import { translatePg } from "#db/pg/errors.ts";

/** Returns an error as the driver throws it, for conditions that a test cannot cause. */
function said(code: string | undefined, message = "something"): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

describe("an error of a Postgres server", () => {
  it.each([
    ["53100", "full"],
    ["55P03", "busy"],
    ["53300", "busy"],
    ["40P01", "busy"],
    ["25006", "read-only"],
    ["57P01", "unavailable"],
    ["28P01", "unavailable"],
    ["3D000", "unavailable"],
    ["58030", "disk-failed"],
    ["ECONNRESET", "unavailable"],
    ["25P03", "ended-transaction"],
    ["42601", "statement"],
  ])("%s means %s", (code, meaning) => {
    expect(translatePg(said(code)).code).toBe(meaning);
  });

  it.each([
    ["Connection terminated unexpectedly", "unavailable"],
    ["timeout exceeded when trying to connect", "busy"],
    ["something else", "statement"],
  ])("the driver's %j means %s", (message, meaning) => {
    expect(translatePg(said(undefined, message)).code).toBe(meaning);
  });

  it("keeps no data of the affected row", () => {
    const error = Object.assign(said("23505"), { detail: "Key (email)=(ada@example.org) already exists." });
    expect(Object.values(translatePg(error).cause as object).join()).not.toContain("ada@");
  });
});
