import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#db/open-store.ts";
import { linesOf, startChild } from "./children/start.ts";

const unprivilegedUser = 65_534;
const isRoot = process.getuid?.() === 0;

describe("opening the store of a data folder", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "evenhand-open-"));
  });
  afterAll(() => rm(root, { recursive: true }));
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  it("creates the folder and the files with access for their owner only", async () => {
    const dataFolder = join(root, "new", "data");
    const store = await openStore({ dataFolder });
    await store.tx(async (tx) => tx.q.$count(tx.t.account));
    expect(await modeOf(dataFolder)).toBe("700");
    const files = await readdir(dataFolder);
    expect(files).toContain("evenhand.sqlite");
    for (const file of files) expect(await modeOf(join(dataFolder, file)), file).toBe("600");
    await store.close();
  });

  it("finds earlier data, and needs no server address", async () => {
    const dataFolder = join(root, "again");
    const first = await openStore({ dataFolder, databaseUrl: undefined });
    await first.tx((tx) =>
      tx.q
        .insert(tx.t.account)
        .values({
          id: "a",
          email: "a@example.org",
          displayName: "A",
          passwordHash: "x",
          platformRole: "member",
          createdAt: 1,
        })
        .then(() => undefined),
    );
    await first.close();
    const second = await openStore({ dataFolder, databaseUrl: "" });
    expect(await second.read(async (reader) => reader.q.$count(reader.t.account))).toBe(1);
    await second.close();
  });

  it("reports a file in the folder's place", async () => {
    const dataFolder = join(root, "file");
    await writeFile(dataFolder, "");
    await expect(openStore({ dataFolder })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("cannot be used as the data folder"),
    });
  });

  it("reports a file that is no database", async () => {
    const dataFolder = join(root, "text");
    await mkdir(dataFolder);
    await writeFile(
      join(dataFolder, "evenhand.sqlite"),
      "hello, I am a text file and longer than a header\n".repeat(99),
    );
    await expect(openStore({ dataFolder })).rejects.toMatchObject({
      code: "damaged",
      message: "The file is not a database.",
    });
  });

  it("reports a folder that is not writable", async () => {
    const dataFolder = join(root, "locked");
    await mkdir(dataFolder, { mode: 0o555 });
    // Root may write everywhere, so the program runs as another user then.
    const user = isRoot ? { uid: unprivilegedUser, gid: unprivilegedUser } : {};
    const child = startChild("open-store.ts", [JSON.stringify({ dataFolder })], user);
    expect(await linesOf(child)).toEqual(["read-only"]);
  });

  it("reports an unreachable server", async () => {
    const databaseUrl = "postgres://unprivilegedUser@127.0.0.1:1/nowhere";
    await expect(openStore({ dataFolder: root, databaseUrl })).rejects.toMatchObject({
      code: "unavailable",
      message: "The database server cannot be reached.",
    });
  });
});
