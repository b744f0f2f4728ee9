import { expect, it } from "vitest";
import { deleteDevicesOf, hasDevice, isKnownDevice, saveDevice } from "#db/queries/devices.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of devices", ({ read, write }) => {
  it("tell a device of this account from another's", async () => {
    const known = (email: string, tokenHash: string) => read((db) => isKnownDevice(db, { email, tokenHash }));
    expect(await known("ada@example.org", "newest of ada")).toBe(true);
    expect(await known("ben@example.org", "newest of ada")).toBe(false);
    expect(await known("ben@example.org", "shared")).toBe(true);
    expect(await known("nobody@example.org", "shared")).toBe(false);
  });

  it("know a token that is anybody's", async () => {
    expect(await read((db) => hasDevice(db, "shared"))).toBe(true);
    expect(await read((db) => hasDevice(db, "made up"))).toBe(false);
  });

  it("save a device, and forget the oldest beyond those kept", async () => {
    const save = (tokenHash: string, keep: number) =>
      write((tx) => saveDevice(tx, { accountId: "ada", tokenHash, lastSeenAt: 40, keep }));
    const added = { accountId: "ada", tokenHash: "new", lastSeenAt: 40 };
    expect((await save("new", 4)).changes).toEqual({ "device ada/new": added });
    expect((await save("new", 3)).changes).toEqual({
      "device ada/new": added,
      "device ada/oldest of ada": "removed",
    });
    expect((await save("oldest of ada", 2)).changes).toEqual({
      "device ada/oldest of ada": { lastSeenAt: 40 },
      "device ada/shared": "removed",
    });
  });

  it("forget all devices of one account", async () => {
    expect((await write((tx) => deleteDevicesOf(tx, "ben"))).changes).toEqual({
      "device ben/shared": "removed",
    });
  });
});
