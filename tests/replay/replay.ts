/**
 * An independent replay of a study's log, written from docs/log-format.md alone: it shares no code with the server.
 * A broken log is a result and never an exception.
 */

import { annulmentProposed, annulmentWithdrawn } from "./annulments.ts";
import { ballotOpened, ballotSealed } from "./ballots.ts";
import { beaconText, roundClosing, roundDrawn } from "./beacon.ts";
import { roundCancelled, roundClosed } from "./closings.ts";
import { type Entry, readEntries } from "./entries.ts";
import { readFeatures } from "./features.ts";
import { checkFeaturesFile } from "./features-file.ts";
import { panelLottery, seatAttributes } from "./lottery.ts";
import { objectionAnswered, objectionReceived } from "./objections.ts";
import { roundOpened } from "./openings.ts";
import { learnerUpdated, outcomeRecorded } from "./outcomes.ts";
import { decisionOverridden } from "./overrides.ts";
import * as people from "./people.ts";
import { Problems, type Report } from "./report.ts";
import { logRestored } from "./restored.ts";
import { retentionChanged } from "./retention.ts";
import { checkRulesFile, readRulesFile } from "./rules-file.ts";
import { seatKeyAdded } from "./seat-keys.ts";
import { seatReplaced, seatRested, seatReturned, selectionChanged } from "./selection.ts";
import { Study, type Trusted } from "./study.ts";
import { requireQuestion, tolerancesAsked } from "./tolerances.ts";
import { readTotals } from "./totals.ts";

export type { Report } from "./report.ts";

/** Every type of section 3. */
const HANDLERS: ReadonlyMap<string, (study: Study, entry: Entry) => void> = new Map([
  ["study.created", people.studyCreated],
  ["settings.revised", people.settingsRevised],
  ["guidelines.revised", people.guidelinesRevised],
  ["people.imported", people.peopleImported],
  ["seat.added", people.seatAdded],
  ["seat.key-added", seatKeyAdded],
  ["seat.removed", people.seatRemoved],
  ["seat.rested", seatRested],
  ["seat.returned", seatReturned],
  ["seat.attributes", seatAttributes],
  ["panel.selection-changed", selectionChanged],
  ["panel.lottery", panelLottery],
  ["round.opened", roundOpened],
  ["round.extended", people.roundExtended],
  ["round.tolerances-asked", tolerancesAsked],
  ["round.seat-replaced", seatReplaced],
  ["ballot.sealed", ballotSealed],
  ["round.closing", roundClosing],
  ["round.drawn", roundDrawn],
  ["ballot.opened", ballotOpened],
  ["round.closed", roundClosed],
  ["round.cancelled", roundCancelled],
  ["outcome.recorded", outcomeRecorded],
  ["decision.overridden", decisionOverridden],
  ["annulment.proposed", annulmentProposed],
  ["annulment.withdrawn", annulmentWithdrawn],
  ["objection.received", objectionReceived],
  ["objection.answered", objectionAnswered],
  ["learner.updated", learnerUpdated],
  ["person.erased", people.personErased],
  ["retention.changed", retentionChanged],
  ["study.ended", people.studyEnded],
  ["log.restored", logRestored],
]);

/** Entry types that may follow the end of a study. */
const AFTER_THE_END = [
  "outcome.recorded",
  "decision.overridden",
  "learner.updated",
  "person.erased",
  "retention.changed",
  "log.restored",
];

/**
 * @param totalsText the totals from which a replay continues after an erasure
 * @param rulesText the list of rules that the log names by its hash
 */
export function replay(
  logText: string,
  featuresText: string,
  totalsText = "",
  rulesText = "",
  trusted?: Trusted,
): Report {
  return replayed(logText, featuresText, totalsText, rulesText, trusted).report;
}

/** Replays a log, and also returns the final state; null if the log does not begin a study. */
export function replayed(
  logText: string,
  featuresText: string,
  totalsText = "",
  rulesText = "",
  trusted?: Trusted,
): { report: Report; study: Study | null } {
  const problems = new Problems();
  const files = {
    features: readFeatures(featuresText, problems),
    totals: readTotals(totalsText, problems),
    rules: readRulesFile(rulesText, problems),
  };
  let study: Study | null = null;
  for (const entry of readEntries(logText, problems)) {
    const handler = HANDLERS.get(entry.type);
    if (handler === undefined) {
      problems.note("type, stopped here", "a type of section 3", entry.type);
      problems.stopped = true;
      break;
    }
    if (study === null) {
      problems.same("first entry", "study.created", entry.type);
      study = new Study(entry.study, files, problems, trusted);
    }
    const known = study;
    known.hashes.push(entry.hash);
    const isLate = known.endedAt !== null && !AFTER_THE_END.includes(entry.type);
    problems.require(!isLate, "entry after the end of the study", AFTER_THE_END.join(" or "), entry.type);
    const closing = [...known.open.values()].find(({ opened }) => opened.length > 0);
    const isOfIt = closing !== undefined && entry.body.members.round === closing.number;
    const follows =
      closing === undefined || (isOfIt && ["ballot.opened", "round.closed"].includes(entry.type));
    problems.require(follows, "entry after an opened ballot", "the next one, or the close", entry.type);
    requireQuestion(known, entry.type);
    problems.guard(() => handler(known, entry));
    if (problems.stopped) break;
  }
  problems.seq = 0;
  if (study === null && !problems.stopped) problems.note("log", "entries", "none");
  if (study !== null && !problems.stopped) {
    checkRulesFile(study);
    checkFeaturesFile(study);
  }
  return { report: reportOf(study, problems), study };
}

function reportOf(study: Study | null, problems: Problems): Report {
  return {
    ok: problems.list.length === 0,
    problems: problems.list,
    rounds: study === null ? [] : [...study.rounds.values()].map(({ report }) => report),
    chanceCount: study?.chanceCount ?? 0,
    largestChanceDifference: study?.largestDifference ?? 0,
    closedOtherwise: study?.closedOtherwise ?? [],
    closedByHand: study?.closedByHand ?? [],
    cancelled: study === null ? [] : cancelledOf(study),
    erasedRounds: study === null ? [] : [...study.erasedRounds],
    restedOnNothing: study?.restedOnNothing ?? [],
    unseenDraws: study?.unseenDraws ?? [],
    lateDraws: study?.lateDraws ?? [],
    ownBeacon: ownBeaconOf(study),
    ownWitnesses: study?.reliesOnWitness ? study.signers.witnesses : [],
    unprovenBallots: study?.unprovenBallots ?? 0,
    confirmedBallots: study?.confirmedBallots ?? 0,
    untimedBallots: study?.untimedBallots ?? 0,
    resumed: study?.resumed ?? [],
    restores: study?.restores ?? [],
    uncertainRounds: study === null ? [] : [...study.uncertainRounds],
  };
}

function cancelledOf({ rounds }: Study): Report["cancelled"] {
  const all = [...rounds.values()];
  return all.flatMap(({ state, number, people, ballots }) => {
    if (state !== "cancelled") return [];
    const names = people.map(({ person }) => person);
    const later = all.filter((round) => round.number > number).flatMap((round) => round.people);
    const isReopened = later.some(({ person }) => names.includes(person));
    return [{ round: number, ballots: ballots.size, isReopened }];
  });
}

function ownBeaconOf(study: Study | null): Report["ownBeacon"] {
  if (study === null || study.beacon === null || study.ownBeaconDraws.length === 0) return null;
  return { chain: beaconText(study.beacon), rounds: study.ownBeaconDraws };
}
