import { expect, it } from "vitest";
import {
  countAccounts,
  findAccount,
  findCredentials,
  findFactorsTaken,
  findJudgingKeys,
  findPasswordHash,
  insertAccount,
  listAccounts,
  listNames,
  lockAccount,
  lockAdministrators,
  lockCredentials,
  replacePasswordHash,
  setFactorsTaken,
  setPasswordHash,
  setPlatformRole,
  setSuspension,
  updateJudgingKeys,
} from "#db/queries/accounts.ts";
import { describeQueries } from "./two-studies.ts";

const emil = {
  id: "emil",
  email: "emil@example.org",
  displayName: "Emil",
  platformRole: "member",
  createdAt: 7,
  suspendedAt: 70,
};

describeQueries("queries of accounts", ({ read, write }) => {
  it("add an account, unless somebody has the address", async () => {
    const row = {
      id: "new",
      email: "new@example.org",
      displayName: "New",
      passwordHash: "hash",
      platformRole: "member" as const,
      createdAt: 100,
    };
    const unset = { suspendedAt: null, factorsTakenAt: null, factorsTakenBy: null, judgingKeys: null };
    const added = await write((tx) => insertAccount(tx, row));
    expect(added).toEqual({ value: true, changes: { "account new": { ...row, ...unset } } });
    const taken = await write((tx) => insertAccount(tx, { ...row, email: "ada@example.org" }));
    expect(taken).toEqual({ value: false, changes: {} });
  });

  it("find one account, with all that may be shown of it and no password", async () => {
    expect(await read((db) => findAccount(db, "emil"))).toEqual(emil);
    expect(await read((db) => findAccount(db, "nobody"))).toBeUndefined();
  });

  it("find what a sign-in has to check, by the address", async () => {
    const found = { id: "emil", passwordHash: "hash of emil", suspendedAt: 70 };
    expect(await read((db) => findCredentials(db, "emil@example.org"))).toEqual(found);
    expect(await read((db) => findCredentials(db, "nobody@example.org"))).toBeUndefined();
    expect(await read((db) => findPasswordHash(db, "ben"))).toBe("hash of ben");
    expect(await read((db) => findPasswordHash(db, "nobody"))).toBeUndefined();
  });

  it("keep the keys of one account, and know of none before", async () => {
    expect(await read((db) => findJudgingKeys(db, "emil"))).toBeNull();
    expect(await read((db) => findJudgingKeys(db, "nobody"))).toBeUndefined();
    const { changes } = await write((tx) => updateJudgingKeys(tx, "emil", '{"areOn":false}'));
    expect(changes).toEqual({ "account emil": { judgingKeys: '{"areOn":false}' } });
  });

  it("lock one account without changing anything", async () => {
    expect(await write((tx) => lockCredentials(tx, "emil"))).toEqual({
      value: { passwordHash: "hash of emil", suspendedAt: 70 },
      changes: {},
    });
    expect((await write((tx) => lockCredentials(tx, "nobody"))).value).toBeUndefined();
  });

  it("count and list everybody, the oldest first, then by id", async () => {
    expect(await read(countAccounts)).toBe(11);
    const listed = await read((db) => listAccounts(db, { search: "", limit: 99 }));
    const order = ["alma", "adam", "olga", "ada", "ben", "cyd", "zoe", "dora", "emil", "rita", "anna"];
    expect(listed.map(({ id }) => id)).toEqual(order);
    expect(listed.find(({ id }) => id === "emil")).toEqual(emil);
  });

  it("list a page of accounts from after another, and those whose name or address holds a text", async () => {
    const listed = async (...[asked]: [Omit<Parameters<typeof listAccounts>[1], "limit">]) =>
      (await read((db) => listAccounts(db, { ...asked, limit: 3 }))).map(({ id }) => id);
    expect(await listed({ search: "", after: { createdAt: 4, id: "ada" } })).toEqual(["ben", "cyd", "zoe"]);
    expect(await listed({ search: "AD" })).toEqual(["adam", "ada"]);
    expect(await listed({ search: "emil@" })).toEqual(["emil"]);
    expect(await listed({ search: "%" })).toEqual([]);
  });

  it("say who these are, and nothing of those who are not there", async () => {
    expect(await read((db) => listNames(db, ["emil", "ben", "nobody"]))).toEqual([
      { id: "ben", name: expect.any(String), email: "ben@example.org" },
      { id: "emil", name: emil.displayName, email: "emil@example.org" },
    ]);
    expect(await read((db) => listNames(db, []))).toEqual([]);
  });

  it("replace the password that was checked, and no other", async () => {
    const replacing = { accountId: "ada", from: "hash of ada", to: "a new hash" };
    expect(await write((tx) => replacePasswordHash(tx, replacing))).toEqual({
      value: true,
      changes: { "account ada": { passwordHash: "a new hash" } },
    });
    const late = { ...replacing, from: "hash of ben" };
    expect(await write((tx) => replacePasswordHash(tx, late))).toEqual({ value: false, changes: {} });
  });

  it("set password, suspension and role of one account", async () => {
    const changesOf = async (...[query]: Parameters<typeof write>) => (await write(query)).changes;
    expect(await changesOf((tx) => setPasswordHash(tx, "ada", "new"))).toEqual({
      "account ada": { passwordHash: "new" },
    });
    expect(await changesOf((tx) => setSuspension(tx, "ada", 5))).toEqual({
      "account ada": { suspendedAt: 5 },
    });
    expect(await changesOf((tx) => setSuspension(tx, "emil", null))).toEqual({
      "account emil": { suspendedAt: null },
    });
    expect(await changesOf((tx) => setPlatformRole(tx, "ada", "operator"))).toEqual({
      "account ada": { platformRole: "operator" },
    });
  });

  it("note that second factors were taken, until the owner has read it", async () => {
    expect(await read((db) => findFactorsTaken(db, "ada"))).toBeUndefined();
    const { value, changes } = await write(async (tx) => {
      await setFactorsTaken(tx, "ada", { by: "ben", at: 5 });
      return findFactorsTaken(tx, "ada");
    });
    expect(value).toEqual({ by: "ben", at: 5 });
    expect(changes).toEqual({ "account ada": { factorsTakenAt: 5, factorsTakenBy: "ben" } });
    const after = await write(async (tx) => {
      await setFactorsTaken(tx, "ada", { by: "ben", at: 5 });
      await setFactorsTaken(tx, "ada", null);
      return findFactorsTaken(tx, "ada");
    });
    expect(after).toEqual({ value: undefined, changes: {} });
  });

  it("lock one account, and say what it may do", async () => {
    const { value, changes } = await write((tx) => lockAccount(tx, "anna"));
    expect([value, changes]).toEqual([{ platformRole: "administrator", suspendedAt: 90 }, {}]);
    expect((await write((tx) => lockAccount(tx, "nobody"))).value).toBeUndefined();
  });

  it("lock the administrators who are not suspended, and make nobody one", async () => {
    const { value, changes } = await write(lockAdministrators);
    expect(value.sort()).toEqual(["adam", "alma"]);
    expect(changes).toEqual({});
  });
});
