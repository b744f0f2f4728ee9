/** The newest round while it is not over, as far as somebody who waits for its end may know it. */
export type OpenRoundFacts = {
  readonly number: number;
  readonly pairCount: number;
  /** Seats on its panel that are in use: nobody waits for one that has ended. */
  readonly seatCount: number;
  readonly neededFlags: number;
  /** How many seats have sealed, never what; 0 for an auditor, who is not told. */
  readonly sealedCount: number;
  readonly deadlineAt: number | null;
  /** Whether the server closes it a minute after its deadline. */
  readonly closesByItself: boolean;
  /** Its ballots are frozen and its draw awaits a public number: it closes by itself. */
  readonly isClosing: boolean;
};

export type Awaited = { readonly round: number; readonly count: number };

/** All that decides what is to be done next in a study. */
export type StudyFacts = {
  readonly role: "operator" | "auditor" | "researcher";
  readonly state: "draft" | "ready" | "running" | "ended";
  /** The number the next round gets. */
  readonly nextRound: number;
  readonly open: OpenRoundFacts | null;
  /** Seats in use: those the next round's panel has. */
  readonly seatCount: number;
  /** People who wait for a round. */
  readonly waitingCount: number;
  /** So many ballots the operator wants at least; fewer are a warning. */
  readonly quorum: number;
  /** Whether all rounds that were planned are played, and the study ends there. */
  readonly isPlayedOut: boolean;
  /** Closed rounds with picked people whose outcome is not known yet, oldest first. */
  readonly awaited: readonly Awaited[];
  /** Whether the account that asks sits on the open round's panel, and has sealed; null: it does not. */
  readonly ownSeat: { readonly hasSealed: boolean } | null;
  /** Whether its record is damaged, so that nothing can be written to it. */
  readonly isDamaged: boolean;
};

/** The one next act, or what others are at. Whoever asks can do it at once, unless it is one of {@link quietKinds}. */
export type Act =
  | { readonly kind: "finish-draft" }
  | { readonly kind: "seat-auditors" }
  | { readonly kind: "import-people" }
  | { readonly kind: "open"; readonly round: number }
  | { readonly kind: "close"; readonly why: CloseWhy; readonly round: OpenRoundFacts }
  | { readonly kind: "extend"; readonly round: OpenRoundFacts; readonly quorum: number }
  | { readonly kind: "record-outcomes"; readonly awaited: readonly Awaited[] }
  | { readonly kind: "end-study" }
  | { readonly kind: "judge"; readonly round: OpenRoundFacts }
  | { readonly kind: "sealed"; readonly round: OpenRoundFacts }
  | { readonly kind: "too-late"; readonly round: OpenRoundFacts }
  | { readonly kind: "being-judged"; readonly round: OpenRoundFacts }
  | { readonly kind: "being-drawn"; readonly round: OpenRoundFacts }
  | { readonly kind: "wait-for-round" }
  | { readonly kind: "closed-for-writing" }
  | { readonly kind: "ended" };

/** Everybody has sealed; nobody is left who could; nothing was to be judged; the deadline is over with enough ballots, or with fewer. */
export type CloseWhy = "all-sealed" | "all-ended" | "no-pairs" | "deadline-over" | "quorum-missed";

export type Waiting = {
  /** What waits for the one who asks; if nothing does, what happens meanwhile. */
  readonly act: Act;
  /** Whether it waits for the one who asks. */
  readonly isMine: boolean;
  /** What can be done as well, and need not be done now. */
  readonly later: readonly Act[];
  /** What others are at while something waits; null if nothing. */
  readonly meanwhile: Act | null;
};

/** In these others are at work, or nobody is. */
const quietKinds: readonly Act["kind"][] = [
  "sealed",
  "too-late",
  "being-judged",
  "being-drawn",
  "wait-for-round",
  "closed-for-writing",
  "ended",
];

/** What waits in a study for whoever asks: the one next act, and what can wait. */
export function waitingIn(facts: StudyFacts, now: number): Waiting {
  const acts = actsOf(facts, now);
  const quiet = acts.find(({ kind }) => quietKinds.includes(kind)) ?? null;
  const [act, ...later] = acts.filter(({ kind }) => !quietKinds.includes(kind));
  if (act !== undefined) return { act, isMine: true, later, meanwhile: quiet };
  return { act: quiet ?? restOf(facts), isMine: false, later, meanwhile: null };
}

function restOf({ state }: StudyFacts): Act {
  return { kind: state === "ended" ? "ended" : "wait-for-round" };
}

/** All that can be done or is being done, most urgent first. */
function actsOf(facts: StudyFacts, now: number): Act[] {
  if (facts.isDamaged) return [{ kind: "closed-for-writing" }];
  if (facts.role === "operator") return operatorsActs(facts, now);
  if (facts.open === null || facts.open.pairCount === 0) return [];
  if (facts.open.isClosing && (facts.role === "researcher" || facts.ownSeat !== null))
    return [{ kind: "being-drawn", round: facts.open }];
  if (facts.role === "researcher") return [{ kind: "being-judged", round: facts.open }];
  return facts.ownSeat === null ? [] : [judgingOf(facts.open, facts.ownSeat.hasSealed, now)];
}

function judgingOf(round: OpenRoundFacts, hasSealed: boolean, now: number): Act {
  if (hasSealed) return { kind: "sealed", round };
  return { kind: isOver(round, now) ? "too-late" : "judge", round };
}

function operatorsActs(facts: StudyFacts, now: number): Act[] {
  const { state, open, awaited } = facts;
  if (state === "draft") return [{ kind: "finish-draft" }];
  const outcomes: Act[] = awaited.length === 0 ? [] : [{ kind: "record-outcomes", awaited }];
  if (state === "ended") return outcomes;
  if (open !== null) return [...endingsOf(open, facts.quorum, now), ...outcomes];
  // ending changes nothing for outcomes, so it comes after them
  return facts.isPlayedOut ? [...outcomes, { kind: "end-study" }] : [startOf(facts), ...outcomes];
}

/** What is to be done about an open round. */
function endingsOf(round: OpenRoundFacts, quorum: number, now: number): Act[] {
  const close = (why: CloseWhy): Act => ({ kind: "close", why, round });
  if (round.isClosing) return [{ kind: "being-drawn", round }];
  if (round.pairCount === 0) return [close("no-pairs")];
  if (round.seatCount === 0) return [close("all-ended")];
  if (round.sealedCount >= round.seatCount) return [close("all-sealed")];
  if (!isOver(round, now)) return [{ kind: "being-judged", round }];
  if (round.sealedCount >= quorum) return [close("deadline-over")];
  return [{ kind: "extend", round, quorum }, close("quorum-missed")];
}

/** What is to be done before or at the next opening. */
function startOf({ seatCount, waitingCount, nextRound }: StudyFacts): Act {
  if (seatCount === 0) return { kind: "seat-auditors" };
  if (waitingCount === 0) return { kind: "import-people" };
  return { kind: "open", round: nextRound };
}

function isOver({ deadlineAt }: OpenRoundFacts, now: number): boolean {
  return deadlineAt !== null && deadlineAt <= now;
}
