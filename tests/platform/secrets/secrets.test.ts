import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSecretsFile } from "#server/platform/secrets/file.ts";
import { loadSecrets, refuseOtherSecrets } from "#server/platform/secrets/secrets.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "evenhand-secrets-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, "secrets.json");

it("creates four random values at the first start, readable by this user only, and keeps them", () => {
  const first = loadSecrets(folder);
  expect(first.sessionSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(first.accountKey).toMatch(/^[0-9a-f]{64}$/);
  expect(first.seedMaster).toMatch(/^[0-9a-f]{64}$/);
  expect(first.checkpointKey).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(first)).size).toBe(4);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(loadSecrets(folder)).toEqual(first);
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
});

it("creates a missing folder", () => {
  const deeper = join(folder, "a", "b");
  loadSecrets(deeper);
  expect(statSync(deeper).mode & 0o777).toBe(0o700);
});

it("removes other users' access to the file", () => {
  loadSecrets(folder);
  chmodSync(path(), 0o644);
  loadSecrets(folder);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

it.each(["", "{", "[]", '{"sessionSecret":"short","seedMaster":"short"}'])(
  "refuses a file with %j and leaves it unchanged",
  (content) => {
    writeFileSync(path(), content, { mode: 0o600 });
    expect(() => loadSecrets(folder)).toThrow(/is not a whole secrets file: put it back from a backup/);
    expect(readFileSync(path(), "utf8")).toBe(content);
  },
);

it("keeps existing secrets", () => {
  writeFileSync(path(), "those there are");
  expect(createSecretsFile(folder, () => expect.unreachable("others were made"))).toBe(path());
});

it("treats files as one server's if they differ in the cookie key only", () => {
  const own = loadSecrets(folder);
  const other = join(folder, "other.json");
  const compare = (changes: object) => {
    writeFileSync(other, JSON.stringify({ ...own, ...changes }), { mode: 0o600 });
    refuseOtherSecrets(path(), other);
  };
  compare({ sessionSecret: "f".repeat(64) });
  for (const name of ["accountKey", "seedMaster", "checkpointKey"])
    expect(() => compare({ [name]: "f".repeat(64) }), name).toThrow(/are not of one server/);
  expect(() => compare({ accountKey: 7 })).toThrow(/other.json is not a whole secrets file/);
});

it("says that it cannot write", () => {
  const file = join(folder, "in the way");
  writeFileSync(file, "");
  expect(() => loadSecrets(join(file, "data"))).toThrow(/cannot be written to \(ENOTDIR\)/);
});

it("uses the secrets of a faster process, and leaves no file of its own", () => {
  createSecretsFile(folder, () => {
    createSecretsFile(folder, () => "the first one's");
    return "the second one's";
  });
  expect(readFileSync(path(), "utf8")).toBe("the first one's");
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
});

it("gives simultaneously started processes the same secrets", async () => {
  const program = `
    import { loadSecrets } from "#server/platform/secrets/secrets.ts";
    console.log(JSON.stringify(loadSecrets(process.argv[1])));`;
  const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", program, folder]);
  const outputs = await Promise.all(Array.from({ length: 6 }, start));
  expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(existsSync(path())).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});
