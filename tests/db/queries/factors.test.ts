import { expect, it } from "vitest";
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactorsOf,
  insertFactor,
  noteFactorUse,
  takeRecoveryCode,
  updateFactor,
} from "#db/queries/factors.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of second factors", ({ read, write }) => {
  it("add one, unless an account has this passkey", async () => {
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

  it("record a use with a greater counter, and none with a smaller or equal one", async () => {
    const use = (counter: number) => write((tx) => noteFactorUse(tx, { id: "app of ada", counter, at: 40 }));
    expect(await use(8)).toEqual({
      value: true,
      changes: { "factor app of ada": { counter: 8, lastUsedAt: 40 } },
    });
    for (const counter of [7, 6]) expect(await use(counter)).toEqual({ value: false, changes: {} });
    expect((await write((tx) => updateFactor(tx, { id: "key of ada" }, { lastUsedAt: 40 }))).changes).toEqual(
      {
        "factor key of ada": { lastUsedAt: 40 },
      },
    );
  });

  it("rename and delete an account's own only", async () => {
    const rename = (accountId: string) =>
      write((tx) => updateFactor(tx, { accountId, id: "key of ada" }, { name: "Old" }));
    expect(await rename("ada")).toEqual({ value: true, changes: { "factor key of ada": { name: "Old" } } });
    expect(await rename("ben")).toEqual({ value: false, changes: {} });
    const remove = (accountId: string) => write((tx) => deleteFactor(tx, { accountId, id: "key of ada" }));
    expect(await remove("ada")).toEqual({ value: "passkey", changes: { "factor key of ada": "removed" } });
    expect(await remove("ben")).toEqual({ value: undefined, changes: {} });
    expect((await write((tx) => deleteFactorsOf(tx, { accountId: "ada" }))).changes).toEqual({
      "factor key of ada": "removed",
      "factor app of ada": "removed",
    });
  });

  it("use a recovery code once, of its own account", async () => {
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
});
