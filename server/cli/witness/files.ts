import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readLogName } from "#server/audit-log/checkpoints/log-name.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { replaceFile } from "#server/platform/process/whole-file.ts";

const hex64 = z.string().regex(hex64Pattern);
const keySchema = z.strictObject({ secretKey: hex64 });
const count = z.int().min(0);
const seenSchema = z.strictObject({
  /** The name under which the log is cosigned now. */
  origin: z.string(),
  /** The cosigned trees of which the log still consists, smallest first. */
  trees: z.array(z.strictObject({ size: count, root: hex64 })),
  /** Each restore of the log: how many entries it kept, how many were cosigned, and the last one that it declares lost. */
  restores: z.array(
    z.strictObject({ origin: z.string(), kept: count, cosigned: count, declared: count, at: count }),
  ),
});

/** What a witness knows of a log. */
export type Seen = z.output<typeof seenSchema>;

/** The refusal if another witness uses the same folder. */
export class FolderTaken extends Error {}

/** The durable state of a witness, one file for each log; each write survives a power cut. */
export class WitnessFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Claims the folder: two processes in one folder could sign different histories. @throws FolderTaken */
  async take(): Promise<void> {
    await mkdir(join(this.#folder, "seen"), { recursive: true, mode: 0o700 });
    const path = join(this.#folder, "process");
    const holder = Number((await readOrNull(path)) ?? Number.NaN);
    if (holder !== process.pid && isAlive(holder)) {
      throw new FolderTaken(`${this.#folder} is in use by another witness, process ${holder}.`);
    }
    this.#write("process", String(process.pid));
  }

  /** Returns the witness's secret key, which the first start creates. */
  async secretKey(): Promise<string> {
    const path = join(this.#folder, "key.json");
    const text = await readOrNull(path);
    if (text !== null) return keySchema.parse(JSON.parse(text)).secretKey;
    const secretKey = randomBytes(32).toString("hex");
    this.#write("key.json", JSON.stringify({ secretKey }));
    return secretKey;
  }

  /** Returns what is known of a log under any of its names; undefined if it was never cosigned. */
  async seen(origin: string): Promise<Seen | undefined> {
    const text = await readOrNull(join(this.#folder, placeOf(origin)));
    return text === null ? undefined : seenSchema.parse(JSON.parse(text));
  }

  /** Stores what is known of a log; it is on the disk afterwards. */
  remember(seen: Seen): void {
    this.#write(placeOf(seen.origin), JSON.stringify(seen));
  }

  #write(name: string, text: string): void {
    replaceFile(join(this.#folder, name), `${text}\n`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive as well.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A restored log is the same log: it keeps its file. */
function placeOf(origin: string): string {
  return join("seen", `${createHash("sha256").update(readLogName(origin).first).digest("hex")}.json`);
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
