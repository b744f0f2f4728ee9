import { expect, it } from "vitest";
import {
  confirmSession,
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  listSessionsAmong,
  replaceSessionId,
  revokeAllSessions,
  revokeSession,
  revokeSessionByHash,
  revokeSessionsOf,
  setPending,
  takePending,
  touchSession,
} from "#db/queries/sessions.ts";
import { describeQueries } from "./two-studies.ts";

const moment = { now: 600, administratorsSeenSince: 250 };

describeQueries("queries of sessions", ({ read, write }) => {
  it("add a session as it is given", async () => {
    const row = {
      idHash: "new",
      accountId: "ben",
      createdAt: 1,
      expiresAt: 2,
      lastSeenAt: 3,
      revokedAt: null,
      userAgent: "x",
      factorAt: 4,
      confirmedAt: 5,
      pending: "p",
      issuer: "i",
    };
    expect((await write((tx) => insertSession(tx, row))).changes).toEqual({ "session new": row });
  });

  it("find a session that lets somebody in, with its account", async () => {
    expect(await read((db) => findLiveSession(db, "ada-newer", moment))).toEqual({
      idHash: "ada-newer",
      lastSeenAt: 400,
      accountId: "ada",
      email: "ada@example.org",
      displayName: "Ada",
      platformRole: "member",
      factorAt: null,
      confirmedAt: 10,
      issuer: null,
      factorCount: 2,
    });
  });

  it.each([
    ["was revoked", "ada-revoked", moment],
    ["has run out", "ada-expired", moment],
    ["runs out at this moment", "ada-newer", { now: 1_000, administratorsSeenSince: 250 }],
    ["is an administrator's and was idle for exactly too long", "adam-idle", moment],
    ["is of a suspended account", "emil-only", moment],
    ["never was", "nothing", moment],
  ])("find none that %s", async (_, idHash, when) => {
    expect(await read((db) => findLiveSession(db, idHash, when))).toBeUndefined();
  });

  it("find several at once, those that live", async () => {
    const refs = ["ada-older", "ada-revoked", "ben-only", "nobody's"];
    const rows = await read((db) => listSessionsAmong(db, refs, moment));
    const found = rows.map(({ idHash, accountId }) => `${idHash} of ${accountId}`).sort();
    expect(found).toEqual(["ada-older of ada", "ben-only of ben"]);
  });

  it("list the live ones of one account, the last seen first", async () => {
    const listed = await read((db) => listLiveSessions(db, "ada", moment));
    expect(listed.map(({ idHash }) => idHash)).toEqual(["ada-newer", "ada-tie", "ada-older"]);
    expect(listed[0]).toEqual({
      idHash: "ada-newer",
      createdAt: 10,
      lastSeenAt: 400,
      expiresAt: 1_000,
      userAgent: "of ada-newer",
    });
    const exactly = { now: 1_000, administratorsSeenSince: 250 };
    expect(await read((db) => listLiveSessions(db, "ada", exactly))).toEqual([]);
    const ofAdministrator = await read((db) => listLiveSessions(db, "adam", moment));
    expect(ofAdministrator.map(({ idHash }) => idHash)).toEqual(["adam-newer"]);
  });

  it("give a session another id, and nothing else", async () => {
    const { changes } = await write((tx) => replaceSessionId(tx, { from: "ben-only", to: "another" }));
    expect(changes).toEqual({
      "session ben-only": "removed",
      "session another": expect.objectContaining({
        accountId: "ben",
        lastSeenAt: 400,
        userAgent: "of ben-only",
      }),
    });
  });

  it("note that a holder has shown who they are, and whether by a factor", async () => {
    const confirm = (byFactor: boolean) =>
      write((tx) => confirmSession(tx, { idHash: "ben-only", at: 600, byFactor }));
    expect((await confirm(false)).changes).toEqual({ "session ben-only": { confirmedAt: 600 } });
    expect((await confirm(true)).changes).toEqual({
      "session ben-only": { confirmedAt: 600, factorAt: 600 },
    });
  });

  it("keep what one browser is asked, for one answer", async () => {
    const asked = await write((tx) => setPending(tx, "ben-only", "a challenge"));
    expect(asked.changes).toEqual({ "session ben-only": { pending: "a challenge" } });
    const taken = await write(async (tx) => {
      await setPending(tx, "ben-only", "a challenge");
      return [
        await takePending(tx, "ben-only"),
        await takePending(tx, "ben-only"),
        await takePending(tx, "no"),
      ];
    });
    expect(taken).toEqual({ value: ["a challenge", null, null], changes: {} });
  });

  it("note when a session was seen, and never an earlier time", async () => {
    const later = await write((tx) => touchSession(tx, "ada-newer", 500));
    expect(later.changes).toEqual({ "session ada-newer": { lastSeenAt: 500 } });
    const earlier = await write((tx) => touchSession(tx, "ada-newer", 399));
    expect(earlier.changes).toEqual({});
  });

  it("revoke one session of the account that asks, and no other's", async () => {
    const own = await write((tx) => revokeSession(tx, { accountId: "ada", idHash: "ada-newer", at: 700 }));
    expect(own.changes).toEqual({ "session ada-newer": { revokedAt: 700 } });
    const other = await write((tx) => revokeSession(tx, { accountId: "ben", idHash: "ada-newer", at: 700 }));
    expect(other.changes).toEqual({});
    const again = await write((tx) =>
      revokeSession(tx, { accountId: "ada", idHash: "ada-revoked", at: 700 }),
    );
    expect(again.changes).toEqual({});
  });

  it("revoke one session by its hash, once", async () => {
    const first = await write((tx) => revokeSessionByHash(tx, "ben-only", 700));
    expect(first.changes).toEqual({ "session ben-only": { revokedAt: 700 } });
    expect((await write((tx) => revokeSessionByHash(tx, "ada-revoked", 700))).changes).toEqual({});
  });

  it("revoke all sessions of an account, or all but one", async () => {
    const revoked = { revokedAt: 700 };
    const all = await write((tx) => revokeSessionsOf(tx, { accountId: "ada", except: null, at: 700 }));
    const others = {
      "session ada-older": revoked,
      "session ada-tie": revoked,
      "session ada-expired": revoked,
    };
    expect(all.changes).toEqual({ ...others, "session ada-newer": revoked });
    const allButOne = await write((tx) =>
      revokeSessionsOf(tx, { accountId: "ada", except: "ada-newer", at: 700 }),
    );
    expect(allButOne.changes).toEqual(others);
  });

  it("revoke every session there is", async () => {
    const { changes } = await write((tx) => revokeAllSessions(tx, 700));
    const live = await read((db) => db.q.select().from(db.t.session));
    expect(Object.values(changes)).toEqual(
      live.filter(({ revokedAt }) => revokedAt === null).map(() => ({ revokedAt: 700 })),
    );
    expect(Object.keys(changes).length).toBeGreaterThan(1);
  });

  it("delete what ran out before a time", async () => {
    const gone = await write((tx) => deleteSessionsBefore(tx, 501));
    expect(gone.changes).toEqual({ "session ada-expired": "removed" });
    expect((await write((tx) => deleteSessionsBefore(tx, 500))).changes).toEqual({});
  });
});
