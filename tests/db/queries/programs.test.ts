import { expect, it } from "vitest";
import {
  countTokens,
  deleteAllTokens,
  deleteKeptAnswer,
  deleteKeptAnswersBefore,
  deleteToken,
  deleteTokensBefore,
  deleteTokensOf,
  findKeptAnswer,
  findToken,
  insertToken,
  listTokenPage,
  listTokensOf,
  takeKey,
  touchToken,
  updateKeptAnswer,
} from "#db/queries/programs.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of programs", ({ read, write }) => {
  it("add a token as it is given", async () => {
    const row = {
      ...{ id: "new", accountId: "ben", tokenHash: "h", name: "Mine", studyId: "here" },
      ...{ mayTakeFeatures: true, mayRecordOutcomes: false, mayOperate: true },
      ...{ createdAt: 1, expiresAt: 2, lastUsedAt: null },
    };
    expect((await write((tx) => insertToken(tx, row))).changes).toEqual({ "accessToken new": row });
  });

  it("find a token with its owner, unless there is none or the owner is suspended", async () => {
    expect(await read((db) => findToken(db, "hash of ada-newer"))).toEqual({
      ...{ id: "ada-newer", studyId: null, expiresAt: 1_000, lastUsedAt: 40, factorCount: 2 },
      ...{ mayTakeFeatures: false, mayRecordOutcomes: false, mayOperate: false },
      ...{ accountId: "ada", email: "ada@example.org", displayName: "Ada", platformRole: "member" },
    });
    expect(await read((db) => findToken(db, "hash of emil-only"))).toBeUndefined();
    expect(await read((db) => findToken(db, "ada-newer"))).toBeUndefined();
  });

  it("list those of an account, the newest first", async () => {
    const own = await read((db) => listTokensOf(db, "ada"));
    expect(own.map(({ id }) => id)).toEqual(["ada-newer", "ada-tie", "ada-older"]);
    expect(own[2]).toEqual({
      ...{ id: "ada-older", name: "Script ada-older", studyId: null, studyName: null },
      ...{ mayTakeFeatures: false, mayRecordOutcomes: false, mayOperate: true },
      ...{
        createdAt: 20,
        expiresAt: 1_000,
        lastUsedAt: null,
        ownerName: "Ada",
        ownerEmail: "ada@example.org",
      },
    });
    expect(await read((db) => countTokens(db, "ada"))).toBe(3);
  });

  it("list everybody's page by page, by their ids from the last", async () => {
    const page = (before?: string) =>
      read(async (db) => (await listTokenPage(db, { before, limit: 3 })).map(({ id }) => id));
    expect(await page()).toEqual(["emil-only", "ben-only", "ada-tie"]);
    expect(await page("ada-tie")).toEqual(["ada-older", "ada-newer"]);
  });

  it("note the last use of one, and never an earlier one", async () => {
    const used = { "accessToken ada-newer": { lastUsedAt: 50 } };
    expect((await write((tx) => touchToken(tx, "ada-newer", 50))).changes).toEqual(used);
    expect((await write((tx) => touchToken(tx, "ada-newer", 30))).changes).toEqual({});
    const first = { "accessToken ada-older": { lastUsedAt: 5 } };
    expect((await write((tx) => touchToken(tx, "ada-older", 5))).changes).toEqual(first);
  });

  it("end one, of a certain account or of anybody", async () => {
    const gone = { "accessToken ben-only": "removed", "keptAnswer ben-only/answered": "removed" };
    const byOwner = await write((tx) => deleteToken(tx, { id: "ben-only", accountId: "ben" }));
    expect(byOwner).toEqual({ value: { accountId: "ben", studyId: null }, changes: gone });
    const byOther = await write((tx) => deleteToken(tx, { id: "ben-only", accountId: "ada" }));
    expect(byOther).toEqual({ value: undefined, changes: {} });
    expect((await write((tx) => deleteToken(tx, { id: "ben-only" }))).changes).toEqual(gone);
  });

  it("end all of an account, all there are, and forget those that ran out before a moment", async () => {
    const removed = (...ids: string[]) =>
      Object.fromEntries(ids.map((id) => [`accessToken ${id}`, "removed"]));
    // With a token goes what its calls were answered.
    const answers = {
      "keptAnswer ada-newer/answered": "removed",
      "keptAnswer ada-newer/under way": "removed",
    };
    const ofAda = { ...removed("ada-newer", "ada-older", "ada-tie"), ...answers };
    expect((await write((tx) => deleteTokensOf(tx, "ada"))).changes).toEqual(ofAda);
    expect((await write((tx) => deleteAllTokens(tx))).changes).toEqual({
      ...ofAda,
      ...removed("ben-only", "emil-only"),
      "keptAnswer ben-only/answered": "removed",
    });
    expect((await write((tx) => deleteTokensBefore(tx, 101))).changes).toEqual(removed("ada-tie"));
    expect((await write((tx) => deleteTokensBefore(tx, 100))).changes).toEqual({});
  });

  it("take a key once for each token", async () => {
    const call = { tokenId: "ben-only", key: "under way", fingerprint: "f", begunAt: 30 };
    const first = await write((tx) => takeKey(tx, call));
    expect(first.value).toBe(true);
    expect(first.changes).toEqual({ "keptAnswer ben-only/under way": { ...call, status: null, body: null } });
    expect(await write((tx) => takeKey(tx, { ...call, tokenId: "ada-newer" }))).toEqual({
      value: false,
      changes: {},
    });
  });

  it("find what became of a call, and keep its answer", async () => {
    const place = { tokenId: "ada-newer", key: "answered" };
    const answered = { fingerprint: "fp", begunAt: 10, status: 201, body: "{}" };
    expect(await read((db) => findKeptAnswer(db, place))).toEqual(answered);
    expect(await read((db) => findKeptAnswer(db, { ...place, key: "none" }))).toBeUndefined();
    const kept = await write((tx) =>
      updateKeptAnswer(tx, { tokenId: "ada-newer", key: "under way", status: 200, body: "[]" }),
    );
    expect(kept.changes).toEqual({ "keptAnswer ada-newer/under way": { status: 200, body: "[]" } });
  });

  it("free a key, and forget calls that began before a moment", async () => {
    const freed = await write((tx) => deleteKeptAnswer(tx, { tokenId: "ada-newer", key: "answered" }));
    expect(freed.changes).toEqual({ "keptAnswer ada-newer/answered": "removed" });
    const forgotten = await write((tx) => deleteKeptAnswersBefore(tx, 20));
    expect(forgotten.changes).toEqual({ "keptAnswer ada-newer/answered": "removed" });
  });
});
