import { expect, it } from "vitest";
import {
  findLiveSession,
  listLiveSessions,
  revokeSessions,
  takePending,
  touchSession,
  updateSession,
} from "#db/queries/sessions.ts";
import { describeQueries } from "./two-studies.ts";

const moment = { now: 600, administratorsSeenSince: 250 };

describeQueries("queries of sessions", ({ read, write }) => {
  it.each([
    ["was revoked", "ada-revoked", moment],
    ["has expired", "ada-expired", moment],
    ["expires at this moment", "ada-newer", { now: 1_000, administratorsSeenSince: 250 }],
    ["is an administrator's and was idle for exactly too long", "adam-idle", moment],
    ["is of a suspended account", "emil-only", moment],
    ["never existed", "nothing", moment],
  ])("find none that %s", async (_, idHash, when) => {
    expect(await read((db) => findLiveSession(db, idHash, when))).toBeUndefined();
  });

  it("list an account's live sessions, last seen first", async () => {
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

  it("keep a browser's challenge for one answer", async () => {
    const updated = await write((tx) => updateSession(tx, "ben-only", { pending: "a challenge" }));
    expect(updated.changes).toEqual({ "session ben-only": { pending: "a challenge" } });
    const taken = await write(async (tx) => {
      await updateSession(tx, "ben-only", { pending: "a challenge" });
      return [
        await takePending(tx, "ben-only"),
        await takePending(tx, "ben-only"),
        await takePending(tx, "no"),
      ];
    });
    expect(taken).toEqual({ value: ["a challenge", null, null], changes: {} });
  });

  it("record when a session was seen, and never an earlier time", async () => {
    const later = await write((tx) => touchSession(tx, "ada-newer", 500));
    expect(later.changes).toEqual({ "session ada-newer": { lastSeenAt: 500 } });
    const earlier = await write((tx) => touchSession(tx, "ada-newer", 399));
    expect(earlier.changes).toEqual({});
  });

  it("revoke a session of the caller's account only", async () => {
    const own = await write((tx) =>
      revokeSessions(tx, { accountId: "ada", idHash: "ada-newer" }, { at: 700 }),
    );
    expect(own.changes).toEqual({ "session ada-newer": { revokedAt: 700 } });
    const other = await write((tx) =>
      revokeSessions(tx, { accountId: "ben", idHash: "ada-newer" }, { at: 700 }),
    );
    expect(other.changes).toEqual({});
    const again = await write((tx) =>
      revokeSessions(tx, { accountId: "ada", idHash: "ada-revoked" }, { at: 700 }),
    );
    expect(again.changes).toEqual({});
  });

  it("revoke one session by its hash, once", async () => {
    const first = await write((tx) => revokeSessions(tx, { idHash: "ben-only" }, { at: 700 }));
    expect(first.changes).toEqual({ "session ben-only": { revokedAt: 700 } });
    expect((await write((tx) => revokeSessions(tx, { idHash: "ada-revoked" }, { at: 700 }))).changes).toEqual(
      {},
    );
  });
});
