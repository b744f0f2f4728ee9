import type { Entry, EntryBody } from "#server/audit-log/entries.ts";
import { isOrdered, selectPanel } from "#server/audit-log/panel-selection.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { requireTaking } from "./beacon.ts";
import type { StudyState } from "./study.ts";

/** Checks how panels are chosen, and the rests and replacements of their seats. */

export function selectionChanged(study: StudyState, { body }: Entry<"panel.selection-changed">): void {
  const { findings, open } = study;
  findings.same("open round at a change of the selection", "none", open?.opened.round ?? "none");
  study.selection = body.selection;
}

export function seatRested(study: StudyState, { body }: Entry<"seat.rested">): void {
  const isMember = isAvailable(study, body.seat);
  study.findings.require(isMember, "seat that rests", "one neither removed nor resting", body.seat);
  study.resting.add(body.seat);
}

export function seatReturned(study: StudyState, { body }: Entry<"seat.returned">): void {
  const isResting = study.seats.get(body.seat) === "active" && study.resting.has(body.seat);
  study.findings.require(isResting, "seat that returns", "one that rests", body.seat);
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
  findings.same("how the panel was chosen", selection.how, panelChosen.how);
  const members = [...study.seats.keys()].filter((seat) => isAvailable(study, seat));
  const named = panelChosen.leftOut.map(({ seat }) => seat);
  const leftOut = new Set(named);
  findings.same(
    "members left out",
    members.filter((seat) => leftOut.has(seat)),
    named,
  );
  const pool = members.filter((seat) => !leftOut.has(seat));
  const chosen = selectPanel({ selection, pool, noiseSeed, panelCounts, named: panel });
  findings.same("seats of the panel", chosen?.panel ?? "more members", panel);
  findings.same("needed flags", neededFlags(settings.panel.gamma, panel.length), body.neededFlags);
  return chosen?.reserve ?? [];
}

export function seatReplaced(study: StudyState, { body }: Entry<"round.seat-replaced">): void {
  const { findings, open, seats, resting } = study;
  if (!findings.same("open round", open?.opened.round ?? "none", body.round) || open === null) return;
  requireTaking(study, open, "seat in a place");
  const { seat, place } = body;
  const { panel, reserve, opened } = open;
  const left = panel[place] ?? "";
  const isDrawn = isOrdered(opened.panelChosen.how);
  const hasLeft = seats.get(left) === "removed" || (isDrawn && resting.has(left));
  findings.require(hasLeft, "seat that leaves", "one of the panel that may be replaced", left);
  const isFree = (one: string) => isAvailable(study, one) && !panel.includes(one);
  if (isDrawn) findings.same("next seat of the order", reserve.find(isFree) ?? "none", seat);
  else {
    const fits = seats.get(seat) === "active" && !panel.includes(seat);
    findings.require(fits, "seat in a place", "a seat that is there, once on the panel", seat);
  }
  findings.require(open.sealed.size === 0, "seat in a place", "before any ballot", seat);
  panel[place] = seat;
}

/** Whether a seat is neither removed nor resting now. */
function isAvailable({ seats, resting }: StudyState, seat: string): boolean {
  return seats.get(seat) === "active" && !resting.has(seat);
}
