import * as t from "#messages/refusals.ts";
import { keyedHash } from "#server/audit-log/hash.ts";
import { seedChainLength, walkBack } from "#server/audit-log/seeds.ts";
import { DomainError } from "#server/errors.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import type { App } from "./app.ts";
import { findGenesisEntry } from "./genesis-entry.ts";

const stride = 256;
/** How many chains are cached, at about 20 kB each. */
const keptChains = 1_000;

/** Checkpoints of the seed chain, computed in a worker once per process and study. The tip never leaves this module. */
function chainCheckpoints(app: App, studyId: string): Promise<string[]> {
  const tip = keyedHash(app.secrets.seedMaster, ["evenhand/1/seed-tip", studyId]);
  const checkpointsOf = processCache<Promise<string[]>>("seed-checkpoints", { max: keptChains });
  const known = checkpointsOf.get(tip);
  if (known !== undefined) return known;
  const computed = app.pool.run("seedChainCheckpoints", { tip, length: seedChainLength, stride });
  checkpointsOf.set(tip, computed);
  computed.catch(() => checkpointsOf.delete(tip));
  return computed;
}

/** Returns s_0, the commitment for the study's first entry. */
export async function seedAnchor(app: App, studyId: string): Promise<string> {
  return linkAt(await chainCheckpoints(app, studyId), 0);
}

/**
 * Returns link s_n of a study's seed chain.
 *
 * @throws DomainError "seed-chain-used-up" beyond its length; "secret-mismatch" if this server's secrets are not those
 *   the study was created with
 */
export async function seedLink(app: App, studyId: string, n: number): Promise<string> {
  if (n > seedChainLength) {
    throw new DomainError("seed-chain-used-up", t.tooManyRounds({ count: seedChainLength }));
  }
  const [chain, genesis] = await Promise.all([
    chainCheckpoints(app, studyId),
    app.store.read((db) => findGenesisEntry(db, studyId)),
  ]);
  if (genesis === undefined) throw new DomainError("not-found", t.studyUnknown());
  if (linkAt(chain, 0) === genesis.seedChain.anchor) return linkAt(chain, n);
  throw secretMismatch();
}

/** The refusal when the server's secrets differ from those that the study began with. */
export function secretMismatch(): DomainError {
  return new DomainError("secret-mismatch", t.wrongSecrets());
}

function linkAt(chain: readonly string[], n: number): string {
  const stone = Math.ceil(n / stride);
  const link = chain[stone];
  if (link === undefined) throw new Error(`a seed chain without stone ${stone}`);
  return walkBack(link, stone * stride - n);
}
