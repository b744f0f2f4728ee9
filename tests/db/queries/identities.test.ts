import { expect, it } from "vitest";
import { findIdentity, insertIdentity } from "#db/queries/identities.ts";
import { describeQueries } from "./two-studies.ts";

const issuer = "https://login.example.org";
const row = { issuer, subject: "ada-1", accountId: "ada", createdAt: 5 };

describeQueries("queries of identities", ({ write }) => {
  it("link a subject to an account and find it by both names of the subject", async () => {
    const { value, changes } = await write(async (tx) => [
      await insertIdentity(tx, row),
      await findIdentity(tx, { issuer, subject: "ada-1" }),
      await findIdentity(tx, { issuer, subject: "ada-2" }),
      await findIdentity(tx, { issuer: "https://other.example.org", subject: "ada-1" }),
    ]);
    expect(value).toEqual([true, "ada", undefined, undefined]);
    expect(changes).toEqual({ [`identity ${issuer}/ada-1`]: row });
  });

  it("link neither a subject nor an account twice at one issuer", async () => {
    const { value } = await write(async (tx) => [
      await insertIdentity(tx, row),
      await insertIdentity(tx, { ...row, accountId: "ben" }),
      await insertIdentity(tx, { ...row, subject: "ada-2" }),
      await insertIdentity(tx, { ...row, issuer: "https://other.example.org" }),
    ]);
    expect(value).toEqual([true, false, false, true]);
  });
});
