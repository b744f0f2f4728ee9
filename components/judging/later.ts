import { lazy } from "react";

/** What the first screen of the judging page does without. */
const parts = {
  against: () => import("./against-view.tsx"),
  grid: () => import("./grid-view.tsx"),
  facts: () => import("./pair-facts.tsx"),
  keys: () => import("./keys-dialog.tsx"),
};

export type Part = keyof typeof parts;

export const AgainstView = lazy(async () => ({ default: (await parts.against()).AgainstView }));
export const GridView = lazy(async () => ({ default: (await parts.grid()).GridView }));
export const PairFacts = lazy(async () => ({ default: (await parts.facts()).PairFacts }));
export const KeysDialog = lazy(async () => ({ default: (await parts.keys()).KeysDialog }));

/** @returns whether the part is here: only then may it be drawn, since what failed to come once takes the page down */
export async function fetchPart(part: Part): Promise<boolean> {
  return parts[part]().then(
    () => true,
    () => false,
  );
}

/** Fetches them all while there is a connection: judging goes on without one. */
export async function fetchParts(): Promise<void> {
  await Promise.all((Object.keys(parts) as Part[]).map(fetchPart));
}
