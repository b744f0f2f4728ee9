import { z } from "zod";
import { canonicalJson, parseCanonical } from "./canonical.ts";
import { bodySchemas, type Entry, type EntryBody, type EntryType } from "./entries.ts";
import { LogError, type LogErrorCode } from "./errors.ts";
import { entryHash } from "./hash.ts";
import { hex64Pattern } from "./hex.ts";

/** The value of `prev` in entry 1, which has no previous entry. */
export const genesisPrev = "0".repeat(64);

/** The input for writing the next entry. */
export type NextEntry<Type extends EntryType> = {
  readonly study: string;
  /** 1, 2, 3, ... without gaps. */
  readonly seq: number;
  /** The hash of the previous entry; {@link genesisPrev} for entry 1. */
  readonly prev: string;
  /** `at` of the previous entry; null for entry 1. */
  readonly previousAt: number | null;
  /** UTC milliseconds. */
  readonly at: number;
  readonly type: Type;
  readonly body: EntryBody<Type>;
};

/** An entry with its stored line (without the LF) and the hash that the next entry carries. */
export type MadeEntry<Type extends EntryType> = {
  readonly entry: Entry<Type>;
  readonly line: string;
  readonly hash: string;
};

/**
 * Makes the next entry of a study's log.
 *
 * @throws LogError "body-shape", "entry-shape" if a schema rejects; "time-goes-back" if `at` < `previousAt`;
 *   "not-first" if only some of seq 1, genesisPrev, previousAt null and type `study.created` hold; what
 *   canonicalJson throws
 * Cost: about 20 µs for a small body.
 */
export function makeEntry<Type extends EntryType>(next: NextEntry<Type>): MadeEntry<Type> {
  const { study, seq, prev, previousAt, at, type } = next;
  if ((seq === 1) !== (previousAt === null)) {
    throw new LogError(
      "not-first",
      `entry ${seq} was made ${previousAt === null ? "without" : "with"} a time before it`,
    );
  }
  if (previousAt !== null && at < previousAt) {
    throw new LogError(
      "time-goes-back",
      `entry ${seq} would be at ${at}, but the previous entry is at ${previousAt}`,
    );
  }
  // The schema of `type` has just read the body, which the compiler cannot follow through the table.
  const entry = readEntry({ v: 1, study, seq, prev, at, type, body: next.body }) as Entry<Type>;
  const line = canonicalJson(entry);
  return { entry, line, hash: entryHash(line) };
}

/**
 * Reads one line of a log, without checking it against earlier lines.
 *
 * @param line without its LF
 * @throws LogError "unknown-version", "unknown-type": a newer format, stop; "entry-shape"; "body-shape"; "not-first";
 *   what parseCanonical throws
 */
export function readLine(line: string): Entry {
  return readEntry(parseCanonical(line));
}

const entrySchema = z.strictObject({
  v: z.literal(1),
  study: z.string().min(1),
  seq: z.int().min(1),
  prev: z.string().regex(hex64Pattern),
  at: z.int().min(0),
  type: z.string(),
  body: z.unknown(),
});

function readEntry(value: unknown): Entry {
  refuseUnknownFormat(value);
  const { type: typeName, body: bodyValue, ...envelope } = read(entrySchema, value, "entry-shape");
  const type = asEntryType(typeName);
  const body = read(bodySchemas[type], bodyValue, "body-shape");
  const isFirst = envelope.seq === 1;
  if (isFirst !== (envelope.prev === genesisPrev) || isFirst !== (type === "study.created")) {
    throw new LogError("not-first", "study.created, seq 1 and a prev of zeros go together, and nowhere else");
  }
  // The schema of `type` has read `body`, which the compiler cannot follow through the table.
  return { ...envelope, type, body } as Entry;
}

/** Runs first, so that a log of a later format is not reported as damaged. */
function refuseUnknownFormat(value: unknown): void {
  const version: unknown = typeof value === "object" && value !== null && "v" in value ? value.v : 1;
  if (version !== 1) {
    throw new LogError(
      "unknown-version",
      `format ${JSON.stringify(version)} is not supported, expected format 1`,
    );
  }
}

function asEntryType(name: string): EntryType {
  if (!Object.hasOwn(bodySchemas, name)) {
    throw new LogError("unknown-type", `entry type ${JSON.stringify(name)} is unknown`);
  }
  return name as EntryType;
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: LogErrorCode,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new LogError(code, issues.join("; "), { cause: result.error });
  }
  return result.data;
}
