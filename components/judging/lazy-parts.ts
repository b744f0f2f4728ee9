import { type ComponentType, lazy } from "react";

/** What the first screen of the judging page does without. */
const parts = {
  against: () => import("./against-view.tsx"),
  grid: () => import("./grid-view.tsx"),
  walks: () => import("./other-navigation.ts"),
  facts: () => import("./pair-facts.tsx"),
  review: () => import("./review-view.tsx"),
  notices: () => import("./notices.tsx"),
  news: () => import("./live-news.tsx"),
  undo: () => import("./undo-bar.tsx"),
  reminder: () => import("./reminder.tsx"),
  keys: () => import("./keys-dialog.tsx"),
  guidelines: () => import("./guidelines-dialog.tsx"),
  lookFirst: () => import("./look-first.tsx"),
  beside: () => import("./remarks-bar.tsx"),
  note: () => import("./note-dialog.tsx"),
  again: () => import("./repeat-questions.tsx"),
};

/** What is drawn without being asked for: without a connection it stays away, and takes nothing down with it. */
export const PairFacts = lazy(async () => ({
  default: await orNothing(parts.facts, (part) => part.PairFacts),
}));
export const Reminder = lazy(async () => ({
  default: await orNothing(parts.reminder, (part) => part.Reminder),
}));

export const JudgingNotices = lazy(async () => ({
  default: await orNothing(parts.notices, (part) => part.JudgingNotices),
}));
export const LiveNews = lazy(async () => ({
  default: await orNothing(parts.news, (part) => part.LiveNews),
}));
export const LookFirst = lazy(async () => ({
  default: await orNothing(parts.lookFirst, (part) => part.LookFirst),
}));
export const Beside = lazy(async () => ({
  default: await orNothing(parts.beside, (part) => part.Beside),
}));
export const KeptRemarks = lazy(async () => ({
  default: await orNothing(parts.beside, (part) => part.KeptRemarks),
}));
export const AskedAgain = lazy(async () => ({
  default: await orNothing(parts.again, (part) => part.AskedAgain),
}));

async function orNothing<Module, Props>(
  load: () => Promise<Module>,
  pick: (part: Module) => ComponentType<Props>,
): Promise<ComponentType<Props>> {
  return load().then(pick, () => () => null);
}

export type Part = keyof typeof parts;

export const AgainstView = lazy(async () => ({ default: (await parts.against()).AgainstView }));
export const GridView = lazy(async () => ({ default: (await parts.grid()).GridView }));
export const ReviewView = lazy(async () => ({ default: (await parts.review()).ReviewView }));
export const GuidelinesDialog = lazy(async () => ({
  default: (await parts.guidelines()).GuidelinesDialog,
}));
export const KeysDialog = lazy(async () => ({ default: (await parts.keys()).KeysDialog }));

export const NoteDialog = lazy(async () => ({ default: (await parts.note()).NoteDialog }));

/** @returns whether the part is here: only then may it be drawn, since what failed to come once takes the page down */
export async function fetchPart(part: Part): Promise<boolean> {
  return parts[part]().then(
    () => true,
    () => false,
  );
}

/**
 * Once the view that the address names is here. The server drew it, and until its script has come nothing on the page may
 * change: it would give way to a blank.
 */
export async function firstViewHere(): Promise<void> {
  const named = new URLSearchParams(location.search).get("view");
  if (named === "against" || named === "grid" || named === "review") await fetchPart(named);
}

// Fetched beside the page's own scripts, not after them.
if (typeof window !== "undefined") void firstViewHere();

/** How one walks in the views beside the queue; undefined without a connection. Not before the first view may change. */
export async function otherWalks() {
  await firstViewHere();
  return parts.walks().catch(() => undefined);
}

let areFetched = false;

/**
 * Fetches them all, once, while there is a connection: from then on judging, reviewing and every view go on without one.
 */
export function fetchParts(): void {
  if (areFetched) return;
  areFetched = true;
  void Promise.all((Object.keys(parts) as Part[]).map(fetchPart)).then((here) => {
    areFetched = here.every(Boolean);
  });
}
