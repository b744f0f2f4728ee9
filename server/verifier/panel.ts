import * as say from "#messages/differences.ts";
import { decisionOfPanel } from "#server/audit-log/decision-rule.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { lotteryProblem } from "#server/audit-log/panel-lottery.ts";
import { nextSeat, selectPanel } from "#server/audit-log/panel-selection.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import { lotSeed } from "#server/audit-log/seeds.ts";
import { requireTaking } from "./beacon.ts";
import { type CheckPanel, noPanel } from "./checked-panel.ts";
import type { StudyState } from "./study.ts";

/** Checks how panels are chosen, and the rests and replacements of their seats: by type of entry. */
export const panelHandlers = {
  "seat.rested": seatRested,
  "seat.returned": seatReturned,
  "seat.attributes": seatAttributes,
  "panel.selection-changed": selectionChanged,
  "panel.lottery": panelLottery,
  "round.seat-replaced": seatReplaced,
} as const;

function selectionChanged(study: StudyState, { body }: Entry<"panel.selection-changed">): void {
  const { findings } = study;
  findings.same(say.openRoundAtSelection(), say.none(), study.openNumbers);
  study.select(body.selection);
}

function seatAttributes(study: StudyState, { body }: Entry<"seat.attributes">): void {
  const isInUse = study.seats.get(body.seat) === "active";
  study.findings.require(isInUse, say.seatWithAttributes(), say.seatInUse(), body.seat);
  study.attributes.set(body.seat, body.attributes);
}

function panelLottery(study: StudyState, { body }: Entry<"panel.lottery">): void {
  const { selection, findings } = study;
  const problem = selection.how === "stratified" ? lotteryProblem(body, selection) : selection.how;
  findings.require(problem === null, say.lottery(), say.fairLottery(), problem);
  study.lottery = body;
}

function seatRested(study: StudyState, { body }: Entry<"seat.rested">): void {
  const isMember = isAvailable(study, body.seat);
  study.findings.require(isMember, say.restingSeat(), say.availableSeat(), body.seat);
  study.resting.add(body.seat);
}

function seatReturned(study: StudyState, { body }: Entry<"seat.returned">): void {
  const isResting = study.seats.get(body.seat) === "active" && study.resting.has(body.seat);
  study.findings.require(isResting, say.returningSeat(), say.seatThatRests(), body.seat);
  study.resting.delete(body.seat);
}

/**
 * Checks the members who were left out of a round.
 *
@returns a check that the panel is the one that the study's selection gives for the current members
 */
export function panelCheck(
  study: StudyState,
  { panelChosen, noiseSeed }: EntryBody<"round.opened">,
): CheckPanel {
  const { findings, settings, selection, lottery } = study;
  findings.same(say.howPanelChosen(), selection.how, panelChosen.how);
  const members = [...study.seats.keys()].filter((seat) => isAvailable(study, seat));
  const named = panelChosen.leftOut.map(({ seat }) => seat);
  const leftOut = new Set(named);
  findings.same(
    say.membersLeftOut(),
    members.filter((seat) => leftOut.has(seat)),
    named,
  );
  const pool = members.filter((seat) => !leftOut.has(seat));
  const from = {
    pool,
    panelCounts: new Map(study.panelCounts),
    attributes: new Map(study.attributes),
    lottery,
  };
  const seats = new Map(study.seats);
  const hasLeft = (seat: string) => seats.get(seat) === "removed";
  return ({ neededFlags, rule, ...logged }, signature) => {
    const panel = [...(logged.panel ?? [])];
    const seed = lotSeed(noiseSeed, signature);
    const chosen = selectPanel({ selection, seed, named: panel, ...from });
    const needed = selection.how === "stratified" ? say.lotteryOfPool() : say.moreMembers();
    findings.same(say.seatsOfPanel(), chosen?.panel ?? needed, panel);
    const decision = decisionOfPanel(settings.panel, { panel, hasLeft });
    findings.same(say.neededFlags(), decision?.neededFlags ?? say.panelThatDecides(), neededFlags);
    findings.same(say.ruleOfPanel(), decision?.rule ?? say.none(), rule ?? say.none());
    const { reserve, quotas } = chosen ?? noPanel;
    return { panel, reserve, quotas, decision: { neededFlags: neededFlags ?? 1, rule: rule ?? null } };
  };
}

function seatReplaced(study: StudyState, { body }: Entry<"round.seat-replaced">): void {
  const { findings, seats, resting } = study;
  const open = study.findOpen(body.round);
  if (open === null) return;
  requireTaking(study, open, say.replacingSeat());
  const { seat, place } = body;
  const { panel, reserve, quotas } = open.seated;
  const { opened } = open;
  const left = panel[place] ?? "";
  const isDrawn = isOrdered(opened.panelChosen.how);
  const hasLeft = seats.get(left) === "removed" || (isDrawn && resting.has(left));
  findings.require(hasLeft, say.leavingSeat(), say.replaceableSeat(), left);
  const isFree = (one: string) => isAvailable(study, one) && !panel.includes(one);
  if (isDrawn)
    findings.same(
      say.nextSeat(),
      nextSeat({ reserve, quotas }, { panel, place }, isFree) ?? say.none(),
      seat,
    );
  else {
    const fits = seats.get(seat) === "active" && !panel.includes(seat);
    findings.require(fits, say.replacingSeat(), say.freshSeat(), seat);
  }
  findings.require(open.sealed.size === 0, say.replacingSeat(), say.beforeAnyBallot(), seat);
  panel[place] = seat;
}

/** Returns whether a seat is neither removed nor resting. */
function isAvailable({ seats, resting }: StudyState, seat: string): boolean {
  return seats.get(seat) === "active" && !resting.has(seat);
}
