import { keyedHash } from "#server/log/hash.ts";
import { walkBack } from "#server/log/seeds.ts";
import type { App } from "./app.ts";
import { DomainError } from "./errors.ts";
import { processWide } from "./process-wide.ts";

/** Links of a study's seed chain: how many rounds, cancelled ones included, it can ever open. */
export const seedChainLength = 65_536;
const stride = 256;

/** Stones of the chain, computed once a process and study in a worker; the tip never leaves the secrets file. */
function stones(app: App, studyId: string): Promise<string[]> {
  const stonesOf = processWide("seed-stones", () => new Map<string, Promise<string[]>>());
  const known = stonesOf.get(studyId);
  if (known !== undefined) return known;
  const tip = keyedHash(app.secrets.seedMaster, ["evenhand/1/seed-tip", studyId]);
  const computed = app.pool.run("seedStones", { tip, length: seedChainLength, stride });
  stonesOf.set(studyId, computed);
  computed.catch(() => stonesOf.delete(studyId));
  return computed;
}

/** Link s_n of the study's chain. @throws DomainError "seed-chain-used-up" beyond its length */
export async function seedLink(app: App, studyId: string, n: number): Promise<string> {
  if (n > seedChainLength) {
    throw new DomainError("seed-chain-used-up", `A study can open at most ${seedChainLength} rounds.`);
  }
  const stone = Math.ceil(n / stride);
  const link = (await stones(app, studyId))[stone];
  if (link === undefined) throw new Error(`seed chain of ${studyId} has no stone ${stone}`);
  return walkBack(link, stone * stride - n);
}

/** s_0, the commitment in the study's first entry. */
export function seedAnchor(app: App, studyId: string): Promise<string> {
  return seedLink(app, studyId, 0);
}
