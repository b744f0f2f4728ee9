import { findDraw, listDecisions, listViolations } from "#db/queries/draws.ts";
import { listEntriesOfRounds } from "#db/queries/log.ts";
import { listOutcomes } from "#db/queries/outcomes.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { listErasedPositions, listRoundPeople } from "#db/queries/round-people.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { closingTime } from "#server/audit-log/closing.ts";
import { readDocket } from "#server/audit-log/docket.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { readGuard } from "#server/audit-log/guard.ts";
import type { Override } from "#server/audit-log/overrides.ts";
import { decisionOfRound } from "#server/audit-log/stored-decision.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import type { Guard } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { readRoundPanel } from "#server/studies/round-panel.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { listPanel } from "./close-due.ts";
import { readConfirmedBallots } from "./confirmed-ballots.ts";
import { listOutcomesInFile } from "./outcomes-of-people-file.ts";
import { publicNumberOf } from "./public-number.ts";
import { readAnnulments } from "./read-annulments.ts";
import { hasClosedOtherwise, requireRound } from "./read-round.ts";
import { readTolerances } from "./read-tolerances.ts";
import { listShownFields } from "./shown-fields.ts";
import { readShownPeople, type ShownFilter, type ShownRoundPerson } from "./shown-people.ts";

export type BoardPerson = ShownRoundPerson & {
  readonly position: number;
  readonly personId: string;
  readonly chance: string;
  /** null until the round is closed, and in an audit. */
  readonly selected: boolean | null;
  readonly isErased: boolean;
  readonly outcome: { readonly value: OutcomeValue; readonly version: number } | null;
  /** What a person with authority decided instead; null: the draw's decision holds. */
  readonly override: (Override & { readonly decidedBy: string; readonly seq: number }) | null;
};

/**
 * Reads a round as its operator, researchers and observers may see it: which seats have sealed at any time, the verdicts only
 * after the close.
 */
export async function readRoundDetails(
  app: App,
  studyId: string,
  number: number,
  { reader }: Pick<ShownFilter, "reader"> = { reader: "researcher" },
) {
  const { settings, result, ...board } = await app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const round = await requireRound(db, studyId, number);
    const panel = await listPanel(db, studyId, round);
    return {
      settings,
      /** The shown fields, in the order of each person's cells; none for an observer. */
      fields: reader === "observer" ? [] : await listShownFields(db, studyId, settings),
      alpha: settings.learner.alpha,
      round: publicRound(round, panel),
      panel: panel.map(({ isRemoved, ...seat }) => ({ ...seat, hasEnded: isRemoved })),
      /** The seats that were replaced while the round was open. */
      replacements: await readReplacements(db, studyId, number),
      people: await readPeople(db, { studyId, settings, reader }, round),
      /** How many outcomes of picked people are in the study's file and not recorded yet. */
      inFileCount: round.state === "closed" ? (await listOutcomesInFile(db, studyId, number)).length : 0,
      result: round.state === "closed" ? await readResult(db, studyId, settings, round) : null,
      /** The public number that its lot or draw awaits or used; null without a beacon. */
      publicNumber: publicNumberOf(app, (await findGenesisEntry(db, studyId))?.beacon ?? null, round),
      /**
       * For a cancelled round: the positions that its draw would have picked. null in an audit, and with a beacon,
       * where that draw is unknown.
       */
      unmadePicks: round.state === "cancelled" ? await readUnmadePicks(db, studyId, settings, number) : null,
    };
  });
  return {
    ...board,
    result: result && { ...result, rule: await ruleInWords(app, studyId, settings, result.draw) },
  };
}

/** A seat that took another one's place on the panel of an open round. */
type Replacement = {
  readonly left: string;
  readonly took: string;
  /** Number of its log entry. */
  readonly seq: number;
  readonly at: number;
};

/** Reads which seats of a round's panel were replaced, oldest first. */
async function readReplacements(db: Reader, studyId: string, round: number): Promise<Replacement[]> {
  const types = ["round.opened", "round.drawn", "round.seat-replaced"];
  const upTo = Number.MAX_SAFE_INTEGER;
  const replacements: Replacement[] = [];
  let panel: string[] = [];
  for (const { entry: line } of await listEntriesOfRounds(db, { studyId, types, rounds: [round], upTo })) {
    const { type, seq, at, body } = readLine(line);
    if (type === "round.opened" || type === "round.drawn") panel = [...(body.panel ?? panel)];
    if (type !== "round.seat-replaced") continue;
    replacements.push({ left: panel[body.place] ?? "", took: body.seat, seq, at });
    panel[body.place] = body.seat;
  }
  return replacements;
}

/** Returns the drawn rule in words; null if the draw was even, or there was none. */
async function ruleInWords(
  app: App,
  studyId: string,
  settings: StudySettings,
  draw: { readonly hypothesis: number | null } | null,
): Promise<string | null> {
  if (isAudit(settings) || draw === null || draw.hypothesis === null) return null;
  const { sentence } = await ruleWords(app, studyId, settings, [draw.hypothesis]);
  return sentence(draw.hypothesis);
}

export type Board = Awaited<ReturnType<typeof readRoundDetails>>;

function publicRound(round: RoundRow, panel: Awaited<ReturnType<typeof listPanel>>) {
  const { number, t, state, openedSeq, openedAt, deadlineAt, closedSeq, closedAt, closeReason } = round;
  const { closing, chosen } = round;
  const { pairCount, seatCount, guidelineVersion } = round;
  return {
    number,
    t,
    state,
    openedSeq,
    openedAt,
    deadlineAt,
    closing,
    /** When the server closes it; null: not automatically. */
    closesAt: closingTime(round, panel),
    chosen,
    hasClosedOtherwise: hasClosedOtherwise(round),
    closedSeq,
    closedAt,
    closeReason,
    pairCount,
    /** For how many pairs the panel was asked for tolerances; null where it was not. */
    toleranceCount: readTolerancePairs(round.tolerancePairs)?.length ?? null,
    /** How many pairs the panel should judge first. */
    docketCount: readDocket(round.docket)?.length ?? pairCount,
    seatCount,
    /** How its panel was chosen, and which members were away. */
    panelChosen: panelFacts(round),
    /** neededFlags is null until the panel is drawn, where its lot awaits a public number. */
    ...(round.neededFlags === null ? { neededFlags: null, rule: null } : decisionOfRound(round)),
    seats: panel.map(({ seatId }) => seatId),
    guidelineVersion,
    /** Mode `guarded` only. */
    guard: round.guard === null ? null : limitIn(readGuard(round.guard)),
  };
}

function panelFacts({ panelChosen }: RoundRow) {
  const { reserve: _reserve, quotas: _quotas, awaitedLot: _lot, ...facts } = readRoundPanel(panelChosen);
  return facts;
}

/** Returns how far apart the chances of a round may be, and whether they had to be moved for that. Shares of 1. */
function limitIn({ limit, pull, isCut, base }: Guard) {
  const bases = base.map(Number);
  return {
    limit: Number(limit),
    isMoved: Number(pull) > 0,
    isCut,
    baseSpread: Math.max(...bases) - Math.min(...bases),
  };
}

async function readPeople(db: Reader, shown: ShownFilter, round: RoundRow): Promise<BoardPerson[]> {
  const { studyId } = shown;
  const people = await listRoundPeople(db, studyId, round.number);
  const isClosed = round.state === "closed";
  const decisions = isClosed ? await listDecisions(db, studyId, [round.number]) : [];
  const outcomes = isClosed ? await listOutcomes(db, studyId, [round.number]) : [];
  const overrides = isClosed ? await listOverrides(db, studyId, [round.number]) : [];
  const erased = await listErasedPositions(db, studyId, [round.number]);
  const shownPerson = await readShownPeople(
    db,
    shown,
    people.map(({ personId }) => personId),
  );
  return people.map(({ position, personId, chance }) => {
    const decision = decisions.find((row) => row.position === position);
    const outcome = outcomes.filter((row) => row.position === position).at(-1);
    const override = overrides.find((row) => row.position === position);
    return {
      position,
      personId,
      chance,
      selected: decision === undefined ? null : decision.selected === 1,
      isErased: erased.some((row) => row.position === position),
      ...shownPerson(personId),
      outcome: outcome === undefined ? null : { value: outcome.value, version: outcome.version },
      override: override === undefined ? null : overrideFacts(override),
    };
  });
}

function overrideFacts({ decision, reason, decidedBy, seq }: NonNullable<BoardPerson["override"]>) {
  return { decision, reason, decidedBy, seq };
}

async function readUnmadePicks(db: Reader, studyId: string, settings: StudySettings, number: number) {
  if (isAudit(settings) || (await findDraw(db, studyId, number)) === undefined) return null;
  const decisions = await listDecisions(db, studyId, [number]);
  return decisions.flatMap(({ position, selected }) => (selected === 1 ? [position] : []));
}

async function readResult(db: Reader, studyId: string, settings: StudySettings, round: RoundRow) {
  const { number } = round;
  const violations = await listViolations(db, studyId, [number]);
  const tolerances = await readTolerances(db, studyId, round);
  const confirmedBallots = await readConfirmedBallots(db, studyId, number);
  const annulments = await readAnnulments(db, { studyId, round: number, seatId: null });
  const reports = { violations, annulments, tolerances, confirmedBallots };
  if (isAudit(settings)) return { ...reports, draw: null };
  const draw = await findDraw(db, studyId, number);
  if (draw === undefined) throw new Error(`round ${number} of ${studyId} closed without a draw`);
  return { ...reports, draw };
}
