import { keyedHash } from "#server/audit-log/hash.ts";
import { seedChainLength, walkBack } from "#server/audit-log/seeds.ts";
import { DomainError } from "#server/errors.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import type { App } from "./app.ts";
import { findGenesisEntry } from "./genesis-entry.ts";

const stride = 256;
/** Each takes some 20 kB. */
const keptChains = 1_000;

/** Stones of the chain, computed once a process and study in a worker; the tip never leaves this module. */
function chainCheckpoints(app: App, studyId: string): Promise<string[]> {
  const tip = keyedHash(app.secrets.seedMaster, ["evenhand/1/seed-tip", studyId]);
  const stonesOf = processCache<Promise<string[]>>("seed-stones", { max: keptChains });
  const known = stonesOf.get(tip);
  if (known !== undefined) return known;
  const computed = app.pool.run("seedChainCheckpoints", { tip, length: seedChainLength, stride });
  stonesOf.set(tip, computed);
  computed.catch(() => stonesOf.delete(tip));
  return computed;
}

/** s_0, the commitment for the study's first entry. */
export async function seedAnchor(app: App, studyId: string): Promise<string> {
  return linkAt(await chainCheckpoints(app, studyId), 0);
}

/**
 * Link s_n of a study's chain.
 * @throws DomainError "seed-chain-used-up" beyond its length; "secret-mismatch" if this server's secrets are not those
 *   the study was created with
 */
export async function seedLink(app: App, studyId: string, n: number): Promise<string> {
  if (n > seedChainLength) {
    throw new DomainError("seed-chain-used-up", `A study can open at most ${seedChainLength} rounds.`);
  }
  const [chain, founding] = await Promise.all([
    chainCheckpoints(app, studyId),
    app.store.read((db) => findGenesisEntry(db, studyId)),
  ]);
  if (founding === undefined) throw new DomainError("not-found", "There is no such study.");
  if (linkAt(chain, 0) === founding.seedChain.anchor) return linkAt(chain, n);
  throw secretMismatch();
}

/** The refusal of a server that holds other secrets than those a study began with. */
export function secretMismatch(): DomainError {
  return new DomainError(
    "secret-mismatch",
    "This server's secrets are not those the study was created with: put back its secrets.json.",
  );
}

function linkAt(chain: readonly string[], n: number): string {
  const stone = Math.ceil(n / stride);
  const link = chain[stone];
  if (link === undefined) throw new Error(`a seed chain without stone ${stone}`);
  return walkBack(link, stone * stride - n);
}
