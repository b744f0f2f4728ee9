import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { copyNames } from "#db/copy.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { replaceFile } from "#server/platform/process/whole-file.ts";

const hash = z.string().regex(hex64Pattern);
const studySchema = z.strictObject({ id: z.string(), seq: z.int(), head: hash });

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** The version of the program. */
  version: z.string(),
  madeAt: z.int(),
  database: z.enum(copyNames),
  /** SHA-256 of each file, by name. */
  files: z.record(z.string(), hash),
});

/** The result of checking the copy, written next to it afterwards. */
const checkSchema = z.strictObject({
  checkedAt: z.int(),
  /** Whether the check restored the copy elsewhere and replayed its logs; otherwise it only listed the contents. */
  isReplayed: z.boolean(),
  studies: z.array(studySchema.extend({ holds: z.boolean() })).readonly(),
  /** The problem that was found; null if the backup can be restored. */
  problem: z.string().nullable(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupCheck = z.output<typeof checkSchema>;

const names = { manifest: "manifest.json", check: "checked.json" } as const;

/** Writes the manifest. It is written last: a folder without it is not a complete backup. */
export async function writeManifest(
  folder: string,
  { files, ...about }: Omit<Manifest, "files" | "format"> & { files: readonly string[] },
): Promise<Manifest> {
  const hashes: Record<string, string> = {};
  for (const name of files) hashes[name] = await hashOf(join(folder, name));
  const manifest: Manifest = { format: 1, ...about, files: hashes };
  writeJson(join(folder, names.manifest), manifest);
  return manifest;
}

/** Reads the manifest without checking the files; null if there is none. */
export function glanceAtManifest(folder: string): Manifest | null {
  const manifest = manifestSchema.safeParse(contentOf(join(folder, names.manifest)));
  return manifest.success ? manifest.data : null;
}

/** Reads the manifest and checks the files. @throws Error with a sentence, if the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = glanceAtManifest(folder);
  if (manifest === null)
    throw new Error(`${folder} is no whole backup: it has no ${names.manifest} that can be read.`);
  for (const [name, expected] of Object.entries(manifest.files)) {
    const found = await hashOf(join(folder, name)).catch(() => "");
    if (found !== expected) throw new Error(`${name} in ${folder} is missing or not as it was written.`);
  }
  return manifest;
}

export function writeCheck(folder: string, check: BackupCheck): void {
  writeJson(join(folder, names.check), check);
}

/** Reads the result of the check; undefined if the backup was never checked. */
export function readCheck(folder: string): BackupCheck | undefined {
  const check = checkSchema.safeParse(contentOf(join(folder, names.check)));
  return check.success ? check.data : undefined;
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

async function hashOf(path: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(path), sum);
  return sum.digest("hex");
}

function writeJson(path: string, content: object): void {
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
}
