import type { StudyRole } from "#server/accounts/memberships.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";

/** A round that is not over, as far as a person who waits for its end may know it. */
export type OpenRoundFacts = {
  readonly number: number;
  readonly pairCount: number;
  /** Seats in use on its panel. Ended seats cannot seal any more. */
  readonly seatCount: number;
  /** null until its panel is drawn, where the lot awaits a public number. */
  readonly neededFlags: number | null;
  /** How many seats have sealed, without their verdicts; 0 for an auditor, who may not know. */
  readonly sealedCount: number;
  readonly deadlineAt: number | null;
  /** Whether the server closes it automatically: a minute after its deadline, or ten minutes after all have sealed. */
  readonly closesByItself: boolean;
  /** Whether its ballots are frozen and its draw awaits a public number. It then closes automatically. */
  readonly isClosing: boolean;
  /** What the requesting account has sealed on its panel; null: it has no seat there. */
  readonly ownSeat: OwnSeat | null;
};

/** Whether a seat's holder has sealed, and has changed verdicts since. */
export type OwnSeat = { readonly hasSealed: boolean; readonly isChangedSinceSeal: boolean };

export type Awaited = { readonly round: number; readonly count: number };

/** The facts that determine the next action in a study. */
export type StudyFacts = {
  readonly role: StudyRole;
  readonly state: "draft" | "ready" | "running" | "ended";
  /** The number of the next round. */
  readonly nextRound: number;
  /** The earliest deadline first; rounds without one last. */
  readonly open: readonly OpenRoundFacts[];
  /** Seats in use: the panel of the next round. */
  readonly seatCount: number;
  /** People who wait for a round. */
  readonly waitingCount: number;
  /** How many ballots the operator wants at least. With fewer there is a warning. */
  readonly quorum: number;
  /** Whether all planned rounds are open or closed, so that the study can be ended after them. */
  readonly isPlayedOut: boolean;
  /** Closed rounds with picked people whose outcome is not known yet, oldest first. */
  readonly awaited: readonly Awaited[];
  /** Objections that the operator has not forwarded yet. */
  readonly objectionCount: number;
  /** Whether its record is damaged, so that it takes no entries. */
  readonly isDamaged: boolean;
};

/**
 * The next action, or what the study is waiting for. The requesting account can do it at once, unless it is one of
 * {@link quietKinds}.
 */
export type Act =
  | { readonly kind: "finish-draft" }
  | { readonly kind: "seat-auditors" }
  | { readonly kind: "import-people" }
  | { readonly kind: "open"; readonly round: number }
  | { readonly kind: "close"; readonly why: CloseWhy; readonly round: OpenRoundFacts }
  | { readonly kind: "extend"; readonly round: OpenRoundFacts; readonly quorum: number }
  | { readonly kind: "record-outcomes"; readonly awaited: readonly Awaited[] }
  | { readonly kind: "read-objections"; readonly count: number }
  | { readonly kind: "end-study" }
  | { readonly kind: "judge"; readonly round: OpenRoundFacts }
  | { readonly kind: "seal-again"; readonly round: OpenRoundFacts }
  | { readonly kind: "sealed"; readonly round: OpenRoundFacts }
  | { readonly kind: "too-late"; readonly round: OpenRoundFacts }
  | { readonly kind: "being-judged"; readonly round: OpenRoundFacts }
  | { readonly kind: "being-drawn"; readonly round: OpenRoundFacts }
  | { readonly kind: "awaits-panel"; readonly round: OpenRoundFacts }
  | { readonly kind: "wait-for-round" }
  | { readonly kind: "closed-for-writing" }
  | { readonly kind: "ended" };

/**
 * Why a round can be closed: all seats have sealed; no seat is left that could; it has no pairs; the deadline has
 * passed with enough ballots, or with fewer.
 */
export type CloseWhy = "all-sealed" | "all-ended" | "no-pairs" | "deadline-over" | "quorum-missed";

export type Waiting = {
  /** The next action of the requesting account, or what the study is waiting for. */
  readonly act: Act;
  /** Whether the requesting account can do it. */
  readonly isMine: boolean;
  /** Further actions that can be done later. */
  readonly later: readonly Act[];
  /** What else the study is waiting for. */
  readonly meanwhile: readonly Act[];
};

/** Kinds without an action for the requesting account: others are at work, or no work is left. */
const quietKinds: readonly Act["kind"][] = [
  "sealed",
  "too-late",
  "being-judged",
  "being-drawn",
  "awaits-panel",
  "wait-for-round",
  "closed-for-writing",
  "ended",
];

/** Returns the next action of an account in a study, and the actions that can be done later. */
export function waitingIn(facts: StudyFacts, now: number): Waiting {
  const acts = actsOf(facts, now);
  const quiet = acts.filter(({ kind }) => quietKinds.includes(kind));
  const [act, ...later] = acts.filter(({ kind }) => !quietKinds.includes(kind));
  if (act !== undefined) return { act, isMine: true, later, meanwhile: quiet };
  const [first = restOf(facts), ...meanwhile] = quiet;
  return { act: first, isMine: false, later, meanwhile };
}

/** Whether the operator can open a further round now. */
export function canOpen({
  state,
  open,
  seatCount,
  waitingCount,
  isPlayedOut,
  isDamaged,
}: StudyFacts): boolean {
  const isActive = (state === "ready" || state === "running") && !isDamaged && !isPlayedOut;
  return isActive && open.length < maxOpenRounds && seatCount > 0 && waitingCount > 0;
}

function restOf({ state }: StudyFacts): Act {
  return { kind: state === "ended" ? "ended" : "wait-for-round" };
}

/** Lists all actions that are possible or in progress, most urgent first. */
function actsOf(facts: StudyFacts, now: number): Act[] {
  if (facts.isDamaged) return [{ kind: "closed-for-writing" }];
  if (facts.role === "operator") return operatorsActs(facts, now);
  return facts.open.flatMap((round): Act[] => {
    const { pairCount, isClosing, ownSeat, neededFlags } = round;
    if (pairCount === 0 || (facts.role === "auditor" && ownSeat === null)) return [];
    if (neededFlags === null) return [{ kind: "awaits-panel", round }];
    if (isClosing) return [{ kind: "being-drawn", round }];
    return [ownSeat === null ? { kind: "being-judged", round } : judgingOf(round, ownSeat, now)];
  });
}

function judgingOf(round: OpenRoundFacts, { hasSealed, isChangedSinceSeal }: OwnSeat, now: number): Act {
  if (isOver(round, now)) return { kind: hasSealed ? "sealed" : "too-late", round };
  if (!hasSealed) return { kind: "judge", round };
  return { kind: isChangedSinceSeal ? "seal-again" : "sealed", round };
}

function operatorsActs(facts: StudyFacts, now: number): Act[] {
  const { state, open, awaited, objectionCount } = facts;
  if (state === "draft") return [{ kind: "finish-draft" }];
  const outcomes: Act[] = awaited.length === 0 ? [] : [{ kind: "record-outcomes", awaited }];
  if (state === "ended") return outcomes;
  if (objectionCount > 0) outcomes.push({ kind: "read-objections", count: objectionCount });
  if (open.length > 0) {
    return [...open.flatMap((round) => endingsOf(round, facts.quorum, now)), ...outcomes];
  }
  // Ending a study does not affect outcomes, so it comes after them.
  return facts.isPlayedOut ? [...outcomes, { kind: "end-study" }] : [startOf(facts), ...outcomes];
}

/** Lists the actions about an open round. */
function endingsOf(round: OpenRoundFacts, quorum: number, now: number): Act[] {
  const close = (why: CloseWhy): Act => ({ kind: "close", why, round });
  if (round.isClosing) return [{ kind: "being-drawn", round }];
  if (round.neededFlags === null) return [{ kind: "awaits-panel", round }];
  if (round.pairCount === 0) return [close("no-pairs")];
  if (round.seatCount === 0) return [close("all-ended")];
  if (round.sealedCount >= round.seatCount) return [close("all-sealed")];
  if (!isOver(round, now)) return [{ kind: "being-judged", round }];
  if (round.sealedCount >= quorum) return [close("deadline-over")];
  return [{ kind: "extend", round, quorum }, close("quorum-missed")];
}

/** Returns the action needed before or at the next opening. */
function startOf({ seatCount, waitingCount, nextRound }: StudyFacts): Act {
  if (seatCount === 0) return { kind: "seat-auditors" };
  if (waitingCount === 0) return { kind: "import-people" };
  return { kind: "open", round: nextRound };
}

function isOver({ deadlineAt }: OpenRoundFacts, now: number): boolean {
  return deadlineAt !== null && deadlineAt <= now;
}
