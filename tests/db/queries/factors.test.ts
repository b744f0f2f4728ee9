import { expect, it } from "vitest";
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactorsOf,
  insertFactor,
  listAuthenticators,
  listFactors,
  listHolders,
  listPasskeys,
  noteFactorUse,
  renameFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  touchFactor,
} from "#db/queries/factors.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of second factors", ({ read, write }) => {
  it("list what may be shown of somebody's, the oldest first", async () => {
    expect(await read((db) => listFactors(db, "ada"))).toEqual([
      { id: "key of ada", kind: "passkey", name: "Key", createdAt: 10, lastUsedAt: 15 },
      { id: "app of ada", kind: "authenticator", name: "App", createdAt: 20, lastUsedAt: null },
    ]);
    expect(await read((db) => listFactors(db, "cyd"))).toEqual([]);
  });

  it("list what passkeys and apps are checked with", async () => {
    expect(await read((db) => listPasskeys(db, "ada"))).toEqual([
      { id: "key of ada", credentialId: "credential of ada", publicKey: new Uint8Array([1, 2]), counter: 5 },
    ]);
    expect(await read((db) => listAuthenticators(db, "ada"))).toEqual([
      { id: "app of ada", secret: "sealed", counter: 7 },
    ]);
  });

  it("add one, unless somebody has this passkey", async () => {
    const row = {
      id: "new",
      accountId: "cyd",
      kind: "passkey" as const,
      name: "New",
      createdAt: 30,
      lastUsedAt: 30,
      credentialId: "another",
      publicKey: new Uint8Array([3]),
      counter: 0,
      secret: null,
    };
    const added = await write((tx) => insertFactor(tx, row));
    expect(added).toEqual({ value: true, changes: { "factor new": row } });
    const taken = await write((tx) => insertFactor(tx, { ...row, credentialId: "credential of ada" }));
    expect(taken).toEqual({ value: false, changes: {} });
  });

  it("note a use that counts on, and none that falls behind or repeats", async () => {
    const use = (counter: number) => write((tx) => noteFactorUse(tx, { id: "app of ada", counter, at: 40 }));
    expect(await use(8)).toEqual({
      value: true,
      changes: { "factor app of ada": { counter: 8, lastUsedAt: 40 } },
    });
    for (const counter of [7, 6]) expect(await use(counter)).toEqual({ value: false, changes: {} });
    expect((await write((tx) => touchFactor(tx, "key of ada", 40))).changes).toEqual({
      "factor key of ada": { lastUsedAt: 40 },
    });
  });

  it("say who has one", async () => {
    expect(await read((db) => listHolders(db, ["ben", "ada", "cyd"]))).toEqual(["ada", "ben"]);
    expect(await read((db) => listHolders(db, ["ben"]))).toEqual(["ben"]);
    const { value } = await write(async (tx) => {
      await deleteFactorsOf(tx, "ada");
      return listHolders(tx, ["ada", "ben"]);
    });
    expect(value).toEqual(["ben"]);
  });

  it("rename and delete one's own, and nobody else's", async () => {
    const rename = (accountId: string) =>
      write((tx) => renameFactor(tx, { accountId, id: "key of ada", name: "Old" }));
    expect(await rename("ada")).toEqual({ value: true, changes: { "factor key of ada": { name: "Old" } } });
    expect(await rename("ben")).toEqual({ value: false, changes: {} });
    const remove = (accountId: string) => write((tx) => deleteFactor(tx, { accountId, id: "key of ada" }));
    expect(await remove("ada")).toEqual({ value: "passkey", changes: { "factor key of ada": "removed" } });
    expect(await remove("ben")).toEqual({ value: undefined, changes: {} });
    expect((await write((tx) => deleteFactorsOf(tx, "ada"))).changes).toEqual({
      "factor key of ada": "removed",
      "factor app of ada": "removed",
    });
  });

  it("take a recovery code once, of the account it belongs to", async () => {
    const take = (accountId: string, codeHash: string) =>
      write((tx) => takeRecoveryCode(tx, { accountId, codeHash, at: 50 }));
    expect(await take("ada", "unused")).toEqual({
      value: true,
      changes: { "recoveryCode ada/unused": { usedAt: 50 } },
    });
    for (const [accountId = "", codeHash = ""] of [
      ["ada", "used"],
      ["ada", "made up"],
      ["cyd", "unused"],
    ]) {
      expect(await take(accountId, codeHash)).toEqual({ value: false, changes: {} });
    }
    expect(await read((db) => countRecoveryCodes(db, "ada"))).toBe(1);
  });

  it("replace somebody's recovery codes, those of others stay", async () => {
    const replace = (codeHashes: string[]) =>
      write((tx) => replaceRecoveryCodes(tx, { accountId: "ada", codeHashes, at: 60 }));
    const gone = { "recoveryCode ada/unused": "removed", "recoveryCode ada/used": "removed" };
    expect((await replace(["new"])).changes).toEqual({
      ...gone,
      "recoveryCode ada/new": { accountId: "ada", codeHash: "new", createdAt: 60, usedAt: null },
    });
    expect((await replace([])).changes).toEqual(gone);
  });
});
