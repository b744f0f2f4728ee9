import { expect, it } from "vitest";
import {
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  listUsedResets,
  revokeInvitation,
  revokeLinksMadeBy,
  revokeOpenInvitations,
  revokeResetLinksOf,
  revokeServerInvitations,
  setAcceptedBy,
  setNoticed,
  takeInvitation,
} from "#db/queries/invitations.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of invitations", ({ read, write }) => {
  it("add a link as it is given", async () => {
    const row = {
      tokenHash: "new",
      purpose: "join" as const,
      role: "researcher" as const,
      studyId: "here",
      accountId: null,
      email: "x@example.org",
      isMailed: true,
      invitedBy: "olga",
      createdAt: 1,
      expiresAt: 2,
      acceptedAt: null,
      acceptedBy: null,
      revokedAt: null,
      noticedAt: null,
    };
    expect((await write((tx) => insertInvitation(tx, row))).changes).toEqual({ "invitation new": row });
  });

  it("find a link as it stands, with the names of its study and its maker", async () => {
    expect(await read((db) => findInvitation(db, "here-older"))).toEqual({
      purpose: "join",
      role: "auditor",
      studyId: "here",
      studyName: "study here",
      accountId: null,
      email: "new@example.org",
      inviterId: "olga",
      inviterName: "Olga",
      inviterEmail: "olga@example.org",
      createdAt: 10,
      expiresAt: 1_000,
      acceptedAt: null,
      revokedAt: null,
    });
    expect(await read((db) => findInvitation(db, "here-revoked"))).toMatchObject({ revokedAt: 40 });
    expect(await read((db) => findInvitation(db, "server-accepted"))).toMatchObject({
      inviterId: null,
      inviterName: null,
      studyName: null,
      acceptedAt: 13,
    });
    expect(await read((db) => findInvitation(db, "nothing"))).toBeUndefined();
  });

  it("take an open link once", async () => {
    const { value, changes } = await write((tx) => takeInvitation(tx, "here-older", 600));
    expect(value).toEqual({
      purpose: "join",
      role: "auditor",
      studyId: "here",
      accountId: null,
      email: "new@example.org",
      isMailed: false,
      invitedBy: "olga",
    });
    expect(changes).toEqual({ "invitation here-older": { acceptedAt: 600 } });
  });

  it.each([
    ["was used", "here-accepted", 600],
    ["was withdrawn", "here-revoked", 600],
    ["has run out", "here-expired", 600],
    ["runs out at this moment", "here-older", 1_000],
    ["never was", "nothing", 600],
  ])("take no link that %s", async (_, tokenHash, now) => {
    expect(await write((tx) => takeInvitation(tx, tokenHash, now))).toEqual({
      value: undefined,
      changes: {},
    });
  });

  it("note who accepted a link", async () => {
    const { changes } = await write((tx) => setAcceptedBy(tx, "here-older", "ada"));
    expect(changes).toEqual({ "invitation here-older": { acceptedBy: "ada" } });
  });

  it("list the open links of a study, or all, the newest first", async () => {
    const ofStudy = await read((db) => listOpenInvitations(db, { now: 600, studyId: "here" }));
    expect(ofStudy.map(({ tokenHash }) => tokenHash)).toEqual(["here-tie", "here-newer", "here-older"]);
    expect(ofStudy[1]).toEqual({
      tokenHash: "here-newer",
      purpose: "join",
      role: "researcher",
      email: "newer@example.org",
      studyName: "study here",
      inviterName: "Olga",
      createdAt: 20,
      expiresAt: 1_000,
    });
    const all = await read((db) => listOpenInvitations(db, { now: 600 }));
    const others = ["join-ada", "reset-ben", "reset-ada", "here-tie", "here-newer"];
    expect(all.map(({ tokenHash }) => tokenHash)).toEqual([
      ...others,
      "there-open",
      "server-open",
      "here-older",
    ]);
    expect(await read((db) => listOpenInvitations(db, { now: 1_000 }))).toEqual([]);
    const after = all[3] ?? { createdAt: 0, tokenHash: "" };
    const page = await read((db) => listOpenInvitations(db, { now: 600, after, limit: 2 }));
    expect(page).toEqual(all.slice(4, 6));
  });

  it("withdraw an open link, once", async () => {
    expect(await write((tx) => revokeInvitation(tx, "here-older", 600))).toEqual({
      value: true,
      changes: { "invitation here-older": { revokedAt: 600 } },
    });
    for (const closed of ["here-revoked", "here-accepted"]) {
      expect(await write((tx) => revokeInvitation(tx, closed, 600))).toEqual({ value: false, changes: {} });
    }
  });

  it("withdraw the open links of the server itself, and of nobody else", async () => {
    const { changes } = await write((tx) => revokeServerInvitations(tx, 600));
    expect(changes).toEqual({ "invitation server-open": { revokedAt: 600 } });
  });

  it("withdraw every open link, and none that was taken or withdrawn", async () => {
    const { changes } = await write((tx) => revokeOpenInvitations(tx, 600));
    const names = Object.keys(changes);
    expect(names).toEqual(expect.arrayContaining(["invitation server-open", "invitation here-newer"]));
    for (const name of names) expect(changes[name]).toEqual({ revokedAt: 600 });
    expect((await write((tx) => revokeOpenInvitations(tx, 601))).changes).not.toEqual({});
  });

  it("withdraw the open links somebody made: all, those of a study, or those of none", async () => {
    const revoked = async (studyId?: string | null) => {
      const made = { accountId: "olga", at: 600, ...(studyId !== undefined && { studyId }) };
      return Object.keys((await write((tx) => revokeLinksMadeBy(tx, made))).changes)
        .map((name) => name.replace("invitation ", ""))
        .sort();
    };
    const ofNone = ["join-ada", "reset-ada", "reset-ben"];
    const here = ["here-expired", "here-newer", "here-older", "here-tie"];
    expect(await revoked("here")).toEqual(here);
    expect(await revoked(null)).toEqual(ofNone);
    expect(await revoked()).toEqual([...here, ...ofNone, "there-open"]);
    const { changes } = await write((tx) => revokeLinksMadeBy(tx, { accountId: "adam", at: 600 }));
    expect(changes).toEqual({});
  });

  it("list passwords set by a link, of one account or all, and note that the owner has read it", async () => {
    const used = {
      tokenHash: "reset-used",
      accountId: "ada",
      makerName: "Olga",
      madeAt: 40,
      usedAt: 45,
    };
    expect(await read((db) => listUsedResets(db, { accountIds: ["ben", "ada"] }))).toEqual([used]);
    expect(await read((db) => listUsedResets(db, { accountIds: ["ben"] }))).toEqual([]);
    const dorasAndAdas = await read((db) => listUsedResets(db, { accountIds: ["ada", "dora"] }));
    expect(dorasAndAdas.map(({ tokenHash }) => tokenHash)).toEqual([
      ...["reset-late", "reset-used", "reset-tie", "reset-first"],
    ]);
    const mine = { accountIds: ["ada"], isUnnoticed: true };
    expect(await read((db) => listUsedResets(db, mine))).toEqual([used]);
    const noticed = await write(async (tx) => {
      await setNoticed(tx, { accountId: "ada", tokenHash: "reset-used", at: 77 });
      return listUsedResets(tx, mine);
    });
    expect(noticed).toEqual({ value: [], changes: { "invitation reset-used": { noticedAt: 77 } } });
    const foreign = await write((tx) =>
      setNoticed(tx, { accountId: "ben", tokenHash: "reset-used", at: 77 }),
    );
    expect(foreign.changes).toEqual({});
  });

  it("withdraw the open reset links of one account", async () => {
    const { changes } = await write((tx) => revokeResetLinksOf(tx, "ada", 600));
    expect(changes).toEqual({ "invitation reset-ada": { revokedAt: 600 } });
  });
});
