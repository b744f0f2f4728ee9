import { lockStudy } from "#db/queries/studies.ts";
import { countTiles, insertTiles, listEntryHashes, listTileRoots } from "#db/queries/tree.ts";
import type { Reader, Tx } from "#db/store/store.ts";
import type { TreeNode } from "#server/audit-log/tree/nodes.ts";
import { inclusionPlan, proofOf } from "#server/audit-log/tree/proofs.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy } from "../settings.ts";

/** Number of leaves in a tile, or of full tiles' roots in a tile of the next level. */
export const tileWidth = 256;
const tileLevels = 8;
/** How many tiles are made under one lock. */
const tilesAtOnce = 64;

/** Lists hashes of one level of a study's tree of tiles. Level 0 holds the entries. */
export function listHashes(
  db: Reader,
  { level, ...which }: { studyId: string; level: number; from: number; count: number },
): Promise<string[]> {
  return level === 0 ? listEntryHashes(db, which) : listTileRoots(db, { ...which, level: level - 1 });
}

/**
 * Reads the hashes of complete subtrees.
 *
 * Cost: at most 128 rows for each subtree.
 *
 * @param nodes subtrees within a size whose tiles are stored
 */
export async function readNodes(
  db: Reader,
  studyId: string,
  nodes: Iterable<TreeNode>,
): Promise<(node: TreeNode) => string> {
  const known = new Map<string, string>();
  for (const node of nodes) {
    if (!known.has(placeOf(node))) known.set(placeOf(node), await readNode(db, studyId, node));
  }
  return (node) => known.get(placeOf(node)) ?? "";
}

/** Reads the proof that an entry is in the tree of the first `size` entries. */
export async function readInclusion(
  db: Reader,
  studyId: string,
  { seq, size }: { readonly seq: number; readonly size: number },
): Promise<string[]> {
  const plan = inclusionPlan(seq - 1, size);
  return proofOf(plan, await readNodes(db, studyId, plan.flat()));
}

async function readNode(db: Reader, studyId: string, node: TreeNode): Promise<string> {
  const count = 2 ** (node.level % tileLevels);
  const level = Math.floor(node.level / tileLevels);
  const hashes = await listHashes(db, { studyId, level, from: node.index * count, count });
  if (hashes.length === count) return treeRoot(hashes);
  throw new Error(`the tree of ${studyId} lacks hashes of level ${level} from ${node.index * count} on`);
}

function placeOf({ level, index }: TreeNode): string {
  return `${level}/${index}`;
}

/** Stores the roots of all tiles that have become full. */
export async function storeTiles(app: Pick<App, "store">, studyId: string): Promise<void> {
  while ((await app.store.read((db) => findMissing(db, studyId))) !== null) {
    await app.store.tx(async (tx) => {
      await lockStudy(tx, studyId);
      await storeSome(tx, studyId);
    });
  }
}

type Missing = { readonly level: number; readonly from: number; readonly count: number };

async function findMissing(db: Reader, studyId: string): Promise<Missing | null> {
  let below = (await requireStudy(db, studyId)).nextSeq - 1;
  for (let level = 0; below >= tileWidth; level += 1) {
    const full = Math.floor(below / tileWidth);
    const from = await countTiles(db, { studyId, level });
    if (from < full) return { level, from, count: Math.min(full - from, tilesAtOnce) };
    below = full;
  }
  return null;
}

async function storeSome(tx: Tx, studyId: string): Promise<void> {
  const missing = await findMissing(tx, studyId);
  if (missing === null) return;
  const { level, from, count } = missing;
  const stretch = { studyId, level, from: from * tileWidth, count: count * tileWidth };
  const hashes = await listHashes(tx, stretch);
  const rows = Array.from({ length: count }, (_, index) => ({
    studyId,
    level,
    number: from + index,
    root: treeRoot(hashes.slice(index * tileWidth, (index + 1) * tileWidth)),
  }));
  await insertTiles(tx, rows);
}
