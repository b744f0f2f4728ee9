import { type ComponentType, lazy } from "react";

/** Parts that the first screen of the judging page does not need. */
const parts = {
  against: () => import("./views/against-view.tsx"),
  grid: () => import("./views/grid-view.tsx"),
  walks: () => import("./state/other-navigation.ts"),
  words: () => import("./state/announcements.ts"),
  goTo: () => import("./views/go-to.tsx"),
  strip: () => import("./pair/chance-strip.tsx"),
  below: () => import("./pair/fields-below.tsx"),
  facts: () => import("./pair/pair-facts.tsx"),
  review: () => import("./review/review-view.tsx"),
  notices: () => import("./notices.tsx"),
  news: () => import("./live-news.tsx"),
  undo: () => import("./pair/undo-bar.tsx"),
  reminder: () => import("./review/contradiction-notice.tsx"),
  keys: () => import("./keys-dialog.tsx"),
  guidelines: () => import("./guidelines-dialog.tsx"),
  lookFirst: () => import("./pair/look-first.tsx"),
  beside: () => import("./pair/remarks-bar.tsx"),
  note: () => import("./pair/note-dialog.tsx"),
  again: () => import("./questions/repeat-questions.tsx"),
  keeper: () => import("./round-keeper.tsx"),
};

export const LazyPairFacts = optional(parts.facts, (part) => part.PairFacts);
export const LazyReminder = optional(parts.reminder, (part) => part.Reminder);
export const LazyJudgingNotices = optional(parts.notices, (part) => part.JudgingNotices);
export const LazyLiveNews = optional(parts.news, (part) => part.LiveNews);
export const LazyRoundKeeper = optional(parts.keeper, (part) => part.RoundKeeper);
export const LazyLookFirst = optional(parts.lookFirst, (part) => part.LookFirst);
export const LazyRemarksBar = optional(parts.beside, (part) => part.RemarksBar);
export const LazyUndoBar = optional(parts.undo, (part) => part.UndoBar);
export const LazyReasonsBar = optional(parts.beside, (part) => part.ReasonsBar);
export const LazyGoTo = optional(parts.goTo, (part) => part.GoTo);
export const LazyChanceStrip = optional(parts.strip, (part) => part.ChanceStrip);
export const LazyFieldsBelow = optional(parts.below, (part) => part.FieldsBelow);
export const LazyKeptRemarks = optional(parts.beside, (part) => part.KeptRemarks);
export const LazyRepeatQuestions = optional(parts.again, (part) => part.RepeatQuestions);

/** Makes a part that loads without a user action. Without a connection it is left out and nothing else fails. */
function optional<Module, Props>(load: () => Promise<Module>, pick: (part: Module) => ComponentType<Props>) {
  return lazy(
    async (): Promise<{ default: ComponentType<Props> }> => ({
      default: await load().then(pick, () => () => null),
    }),
  );
}

export type LazyPart = keyof typeof parts;

export const LazyAgainstView = lazy(async () => ({ default: (await parts.against()).AgainstView }));
export const LazyGridView = lazy(async () => ({ default: (await parts.grid()).GridView }));
export const LazyReviewView = lazy(async () => ({ default: (await parts.review()).ReviewView }));
export const LazyGuidelinesDialog = lazy(async () => ({
  default: (await parts.guidelines()).GuidelinesDialog,
}));
export const LazyKeysDialog = lazy(async () => ({ default: (await parts.keys()).KeysDialog }));

export const LazyNoteDialog = lazy(async () => ({ default: (await parts.note()).NoteDialog }));

/** @returns whether the part is loaded; render it only then, since a part that failed to load breaks the whole page */
export async function fetchPart(part: LazyPart): Promise<boolean> {
  return parts[part]().then(
    () => true,
    () => false,
  );
}

/**
 * Waits for the script of the view in the address. The server rendered that view; a change before its script has
 * loaded would replace it with a blank page.
 */
export async function firstViewHere(): Promise<void> {
  const named = new URLSearchParams(location.search).get("view");
  if (named === "against" || named === "grid" || named === "review") await fetchPart(named);
}

// Fetched in parallel with the page's own scripts.
if (typeof window !== "undefined") void firstViewHere();

/**
 * Loads the navigation of the views other than the queue; undefined without a connection. Waits until the first view
 * may change.
 */
export async function otherWalks() {
  await firstViewHere();
  return parts.walks().catch(() => undefined);
}

/** Loads the sentences that are announced; undefined without a connection. */
export const announcements = () => parts.words().catch(() => undefined);

let fetched: Promise<void> | undefined;

/** Fetches all parts once, while there is a connection. Afterwards judging, reviewing and every view work offline. */
export function fetchParts(): Promise<void> {
  fetched ??= Promise.all((Object.keys(parts) as LazyPart[]).map(fetchPart)).then((here) => {
    if (!here.every(Boolean)) fetched = undefined;
  });
  return fetched;
}
