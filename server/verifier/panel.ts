import * as say from "#messages/differences.ts";
import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { isOrdered, selectPanel } from "#server/audit-log/panel-selection.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { requireTaking } from "./beacon.ts";
import type { StudyState } from "./study.ts";

/** Checks how panels are chosen, and the rests and replacements of their seats. */

export function selectionChanged(study: StudyState, { body }: Entry<"panel.selection-changed">): void {
  const { findings } = study;
  findings.same(say.openRoundAtSelection(), say.none(), study.openNumbers);
  study.selection = body.selection;
}

export function seatRested(study: StudyState, { body }: Entry<"seat.rested">): void {
  const isMember = isAvailable(study, body.seat);
  study.findings.require(isMember, say.restingSeat(), say.availableSeat(), body.seat);
  study.resting.add(body.seat);
}

export function seatReturned(study: StudyState, { body }: Entry<"seat.returned">): void {
  const isResting = study.seats.get(body.seat) === "active" && study.resting.has(body.seat);
  study.findings.require(isResting, say.returningSeat(), say.seatThatRests(), body.seat);
  study.resting.delete(body.seat);
}

/**
 * Checks that the panel is the one that the study's selection gives, and how many flags it needs.
 *
 * @returns the seats that replace seats of the panel, in order
 */
export function checkPanel(study: StudyState, body: EntryBody<"round.opened">): string[] {
  const { findings, settings, selection, panelCounts } = study;
  const { panel, panelChosen, noiseSeed } = body;
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
  const chosen = selectPanel({ selection, pool, noiseSeed, panelCounts, named: panel });
  findings.same(say.seatsOfPanel(), chosen?.panel ?? say.moreMembers(), panel);
  findings.same(say.neededFlags(), neededFlags(settings.panel.gamma, panel.length), body.neededFlags);
  return chosen?.reserve ?? [];
}

export function seatReplaced(study: StudyState, { body }: Entry<"round.seat-replaced">): void {
  const { findings, seats, resting } = study;
  const open = study.findOpen(body.round);
  if (open === null) return;
  requireTaking(study, open, say.replacingSeat());
  const { seat, place } = body;
  const { panel, reserve, opened } = open;
  const left = panel[place] ?? "";
  const isDrawn = isOrdered(opened.panelChosen.how);
  const hasLeft = seats.get(left) === "removed" || (isDrawn && resting.has(left));
  findings.require(hasLeft, say.leavingSeat(), say.replaceableSeat(), left);
  const isFree = (one: string) => isAvailable(study, one) && !panel.includes(one);
  if (isDrawn) findings.same(say.nextSeat(), reserve.find(isFree) ?? say.none(), seat);
  else {
    const fits = seats.get(seat) === "active" && !panel.includes(seat);
    findings.require(fits, say.replacingSeat(), say.freshSeat(), seat);
  }
  findings.require(open.sealed.size === 0, say.replacingSeat(), say.beforeAnyBallot(), seat);
  panel[place] = seat;
}

/** Whether a seat is neither removed nor resting now. */
function isAvailable({ seats, resting }: StudyState, seat: string): boolean {
  return seats.get(seat) === "active" && !resting.has(seat);
}
