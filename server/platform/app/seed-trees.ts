import * as t from "#messages/refusals.ts";
import { keyedHash } from "#server/audit-log/hash.ts";
import { seedLeaf, seedTreeSize } from "#server/audit-log/seeds.ts";
import { nodeHash, type TreeNode } from "#server/audit-log/tree/nodes.ts";
import { inclusionPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { DomainError } from "#server/errors.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import type { App } from "./app.ts";
import { findGenesisEntry } from "./genesis-entry.ts";

/** Each cached node of a tree is over this many links: two to the power of `cachedLevel`. */
const stride = 64;
const cachedLevel = 6;
/** How many trees are cached, at about 5 kB each. */
const keptTrees = 1_000;

/** A round's link of the seed tree, and the proof that leads from it to the root. */
export type SeedLink = { readonly link: string; readonly linkProof: string[] };

/** Returns the secret of a study's seed tree, which never leaves the server. */
function secretOf(app: App, studyId: string): string {
  return keyedHash(app.secrets.seedMaster, ["evenhand/1/seed-secret", studyId]);
}

/** Returns the cached nodes of a seed tree, computed in a worker once per process and study. */
function cachedNodes(app: App, studyId: string): Promise<string[]> {
  const secret = secretOf(app, studyId);
  const nodesOf = processCache<Promise<string[]>>("seed-trees", { max: keptTrees });
  return madeOnce(nodesOf, secret, () =>
    app.pool.run("seedTreeNodes", { secret, size: seedTreeSize, stride }),
  );
}

/** Returns the root of a study's seed tree, for its first entry. */
export async function seedRoot(app: App, studyId: string): Promise<string> {
  return treeRoot(await cachedNodes(app, studyId));
}

/**
 * Returns link s_n of a study's seed tree with its proof.
 *
 * @throws DomainError "seeds-used-up" beyond its size; "secret-mismatch" if this server's secrets are not those the
 *   study was created with
 */
export async function seedLink(app: App, studyId: string, n: number): Promise<SeedLink> {
  if (n > seedTreeSize) {
    throw new DomainError("seeds-used-up", t.tooManyRounds({ count: seedTreeSize }));
  }
  const [nodes, genesis] = await Promise.all([
    cachedNodes(app, studyId),
    app.store.read((db) => findGenesisEntry(db, studyId)),
  ]);
  if (genesis === undefined) throw new DomainError("not-found", t.studyUnknown());
  if (treeRoot(nodes) !== genesis.seedTree.root) throw secretMismatch();
  const first = n - ((n - 1) % stride);
  const links = await app.pool.run("seedLinks", { secret: secretOf(app, studyId), first, count: stride });
  const hashOf = ({ level, index }: TreeNode): string => {
    const span = 2 ** (level - cachedLevel);
    if (span >= 1) return treeRoot(nodes.slice(index * span, (index + 1) * span));
    if (level === 0) return seedLeaf(links[index + 1 - first] ?? "");
    const [left, right] = [2 * index, 2 * index + 1].map((child) =>
      hashOf({ level: level - 1, index: child }),
    );
    return nodeHash(left ?? "", right ?? "");
  };
  return { link: links[n - first] ?? "", linkProof: proofOf(inclusionPlan(n - 1, seedTreeSize), hashOf) };
}

/** The refusal when the server's secrets differ from those that the study began with. */
export function secretMismatch(): DomainError {
  return new DomainError("secret-mismatch", t.wrongSecrets());
}
