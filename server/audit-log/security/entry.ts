import { z } from "zod";
import { canonicalJson, parseCanonical } from "../canonical.ts";
import { genesisPrev } from "../chain.ts";
import { LogError } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { hex64Pattern } from "../hex.ts";
import { isSecurityKind, type SecurityDetail, type SecurityKind, securityDetails } from "./kinds.ts";

/** A security event: its kind, account and actor. null means that there is none. */
export type SecurityEvent<Kind extends SecurityKind = SecurityKind> = {
  readonly kind: Kind;
  /** The account that acted; null: a visitor who was not signed in, or the server itself. */
  readonly actor: string | null;
  /** The affected account. */
  readonly account: string | null;
  readonly study: string | null;
  /** An IPv4 address or the /64 of an IPv6 one. */
  readonly network: string | null;
  readonly detail: SecurityDetail<Kind>;
};

/** The point from which a chain of events continues; before the first event, seq 0 and a hash of zeros. */
export type SecurityHead = { readonly seq: number; readonly hash: string; readonly at: number };

export const emptySecurityHead: SecurityHead = { seq: 0, hash: genesisPrev, at: 0 };

const id = z.string().min(1).max(100).nullable();

const entrySchema = z.strictObject({
  v: z.literal(1),
  seq: z.int().min(1),
  prev: z.string().regex(hex64Pattern),
  at: z.int().min(0),
  kind: z.string(),
  actor: id,
  account: id,
  study: id,
  network: id,
  detail: z.record(z.string(), z.unknown()),
});

export type SecurityEntry = z.output<typeof entrySchema>;

/**
 * Makes the next event of the chain.
 *
 * @param at UTC milliseconds; never before the head's
 * @returns the line that is stored (without LF) and the head that the next one starts from
 * @throws LogError "entry-shape", "body-shape", "time-goes-back"
 */
export function makeSecurityEntry(head: SecurityHead, at: number, event: SecurityEvent) {
  const { kind, actor, account, study, network, detail } = event;
  if (at < head.at) throw new LogError("time-goes-back", `an event at ${at} follows an event at ${head.at}`);
  const seq = head.seq + 1;
  const prev = head.hash;
  const entry = read({ v: 1, seq, prev, at, kind, actor, account, study, network, detail });
  const line = canonicalJson(entry);
  return { line, head: { seq, hash: entryHash(line), at } };
}

/** Reads one line, without checking it against earlier lines. @throws LogError that names the error */
export function readSecurityLine(line: string): SecurityEntry {
  return read(parseCanonical(line));
}

function read(value: unknown): SecurityEntry {
  const entry = entrySchema.safeParse(value);
  if (!entry.success) throw new LogError("entry-shape", z.prettifyError(entry.error));
  const { kind, detail } = entry.data;
  if (!isSecurityKind(kind)) throw new LogError("unknown-type", `event ${JSON.stringify(kind)} is unknown`);
  const body = securityDetails[kind].safeParse(detail);
  if (!body.success) throw new LogError("body-shape", z.prettifyError(body.error));
  return entry.data;
}
