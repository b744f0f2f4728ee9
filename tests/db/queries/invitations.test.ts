import { expect, it } from "vitest";
import {
  listOpenInvitations,
  listUsedResets,
  revokeInvitations,
  takeInvitation,
  updateInvitation,
} from "#db/queries/invitations.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of invitations", ({ read, write }) => {
  it.each([
    ["was used", "here-accepted", 600],
    ["was withdrawn", "here-revoked", 600],
    ["has expired", "here-expired", 600],
    ["expires at this moment", "here-older", 1_000],
    ["never existed", "nothing", 600],
  ])("accept no link that %s", async (_, tokenHash, now) => {
    expect(await write((tx) => takeInvitation(tx, tokenHash, now))).toEqual({
      value: undefined,
      changes: {},
    });
  });

  it("list the open links of a study, or all, newest first", async () => {
    const ofStudy = await read((db) => listOpenInvitations(db, { now: 600, studyId: "here" }));
    expect(ofStudy.map(({ tokenHash }) => tokenHash)).toEqual([
      "here-tie",
      "here-newer",
      "here-waiting",
      "here-older",
    ]);
    expect(ofStudy[1]).toEqual({
      tokenHash: "here-newer",
      purpose: "join",
      role: "researcher",
      email: "newer@example.org",
      studyName: "study here",
      inviterName: "Olga",
      mailState: null,
      createdAt: 20,
      expiresAt: 1_000,
    });
    const all = await read((db) => listOpenInvitations(db, { now: 600 }));
    const others = ["join-ada", "reset-ben", "reset-ada", "here-tie", "here-newer"];
    expect(all.map(({ tokenHash }) => tokenHash)).toEqual([
      ...others,
      "there-open",
      "server-open",
      "here-waiting",
      "here-older",
    ]);
    expect(await read((db) => listOpenInvitations(db, { now: 1_000 }))).toEqual([]);
    const after = all[3] ?? { createdAt: 0, tokenHash: "" };
    const page = await read((db) => listOpenInvitations(db, { now: 600, after, limit: 2 }));
    expect(page).toEqual(all.slice(4, 6));
  });

  it("withdraw an open link, once", async () => {
    expect(await write((tx) => revokeInvitations(tx, { tokenHash: "here-older" }, 600))).toEqual({
      value: true,
      changes: { "invitation here-older": { revokedAt: 600 } },
    });
    for (const closed of ["here-revoked", "here-accepted"]) {
      expect(await write((tx) => revokeInvitations(tx, { tokenHash: closed }, 600))).toEqual({
        value: false,
        changes: {},
      });
    }
  });

  it("withdraw a maker's open links: all, those of a study, or those of no study", async () => {
    const revoked = async (studyId?: string | null) => {
      const made = { invitedBy: "olga", ...(studyId !== undefined && { studyId }) };
      return Object.keys((await write((tx) => revokeInvitations(tx, made, 600))).changes)
        .map((name) => name.replace("invitation ", ""))
        .sort();
    };
    const ofNone = ["join-ada", "reset-ada", "reset-ben"];
    const here = ["here-expired", "here-newer", "here-older", "here-tie", "here-waiting"];
    expect(await revoked("here")).toEqual(here);
    expect(await revoked(null)).toEqual(ofNone);
    expect(await revoked()).toEqual([...here, ...ofNone, "there-open"]);
    const { changes } = await write((tx) => revokeInvitations(tx, { invitedBy: "adam" }, 600));
    expect(changes).toEqual({});
  });

  it("withdraw the server's own open links, and those for an account", async () => {
    const revoked = async (key: Parameters<typeof revokeInvitations>[1]) =>
      Object.keys((await write((tx) => revokeInvitations(tx, key, 600))).changes);
    expect(await revoked({ invitedBy: null })).toEqual(["invitation server-open"]);
    expect(await revoked({ accountId: "ben" })).toEqual(["invitation reset-ben"]);
  });

  it("list passwords reset by a link, of some accounts, and record that the owner has read the notice", async () => {
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
      await updateInvitation(tx, { accountId: "ada", tokenHash: "reset-used" }, { noticedAt: 77 });
      return listUsedResets(tx, mine);
    });
    expect(noticed).toEqual({ value: [], changes: { "invitation reset-used": { noticedAt: 77 } } });
    const foreign = await write((tx) =>
      updateInvitation(tx, { accountId: "ben", tokenHash: "reset-used" }, { noticedAt: 77 }),
    );
    expect(foreign.changes).toEqual({});
  });
});
