/** The seats on a panel (docs/log-format.md, section 3, "Opening" and "Rests"), and their replacements. */

import { requireTaking } from "./beacon.ts";
import { canonical } from "./canonical.ts";
import { decisionOf } from "./decision.ts";
import type { Entry } from "./entries.ts";
import { tagged } from "./hashes.ts";
import { drawStratified, keepsQuotas } from "./lottery.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { readSelection } from "./settings-shared.ts";
import type { CheckPanel, Study } from "./study.ts";

const REASONS = ["on-leave", "unavailable", "own-request"] as const;

export function selectionChanged(study: Study, { body }: Entry): void {
  body.only(["selection"]);
  study.problems.require(
    study.open.size === 0,
    "selection",
    "changed while no round is open",
    study.openNumbers,
  );
  study.selection = readSelection(body.object("selection"));
  study.lottery = null;
}

export function seatRested(study: Study, { body }: Entry): void {
  body.only(["seat", "reason"]).word("reason", REASONS);
  const seat = body.text("seat");
  study.problems.require(isMember(study, seat), "seat rested", "a seat that exists and does not rest", seat);
  study.resting.add(seat);
}

export function seatReturned(study: Study, { body }: Entry): void {
  const seat = body.only(["seat"]).text("seat");
  const rests = study.seats.get(seat) === "active" && study.resting.delete(seat);
  study.problems.require(rests, "seat returned", "a seat that rests", seat);
}

/** Tells whether the panel of an opening awaits a public number. */
export function awaitsPanel({ beacon, selection }: Study): boolean {
  return beacon !== null && ["by-lot", "stratified", "rotation"].includes(selection.how);
}

/** Finds the candidates for an opening's panel, and its check, now or once its public number is known. */
export function poolOf(study: Study, body: Fields): CheckPanel {
  const { problems, selection, lottery } = study;
  const { how, size } = selection;
  const chosen = body.object("panelChosen").only(["how", "leftOut"]);
  problems.same("how the panel was chosen", how, chosen.text("how"));
  const leftOut = chosen.objects("leftOut").map((one) => {
    one.only(["seat", "reason"]).word("reason", ["conflict"]);
    return one.text("seat");
  });
  const areMembers = isRising(leftOut) && leftOut.every((seat) => isMember(study, seat));
  problems.require(areMembers, "seats left out", "members, by number", leftOut);
  const pool = [...study.seats.keys()].filter((seat) => isMember(study, seat) && !leftOut.includes(seat));
  const gone = new Set([...study.seats].flatMap(([seat, state]) => (state === "removed" ? [seat] : [])));
  const turns = turnsOf(study, pool);
  const known = new Map(study.attributes);
  const noiseSeed = body.hash("noiseSeed");
  return (logged, signature) => {
    const panel = logged.texts("panel");
    const decision = decisionOf(study.knownSettings(), panel, (seat) => gone.has(seat));
    if (decision === null) problems.note("panel", "one that can decide by the rule", panel);
    const neededFlags = logged.whole("neededFlags", 1);
    problems.same("needed flags", decision?.needed, neededFlags);
    const rule = logged.get("rule") ?? null;
    problems.same("rule of the panel", canonical(decision?.rule ?? null), canonical(rule));
    if (size === null) {
      const fits = panel.length > 0 && isRising(panel) && panel.every((seat) => pool.includes(seat));
      problems.require(fits, "panel", "seats of the pool, by number", panel);
      if (how === "everyone") problems.same("everyone on the panel", pool, panel);
      return { panel, neededFlags, rule, inOrder: null, stratified: null };
    }
    const seed = signature === null ? noiseSeed : tagged("panel-lot", noiseSeed, signature);
    const inOrder = orderOf(turns, seed);
    problems.require(size <= pool.length, "size of the panel", `at most ${pool.length}`, size);
    const from = { selection, lottery, attributes: known };
    const stratified = how === "stratified" ? drawStratified(from, inOrder, seed) : null;
    const first = stratified?.panel ?? inOrder.slice(0, size);
    problems.same(
      "panel by its order",
      pool.filter((seat) => first.includes(seat)),
      panel,
    );
    return { panel, neededFlags, rule, inOrder, stratified };
  };
}

/** Counts the closed rounds in which each seat was on the panel, if turns count. */
function turnsOf({ selection, rounds }: Study, pool: readonly string[]): Map<string, number> {
  const closed = [...rounds.values()].filter(({ state }) => state === "closed");
  const counted = selection.how === "rotation" ? closed : [];
  return new Map(pool.map((seat) => [seat, counted.filter(({ panel }) => panel.includes(seat)).length]));
}

/** Orders the pool by turns, then by lot. */
function orderOf(turns: ReadonlyMap<string, number>, seed: string): string[] {
  const ranked = [...turns].map(([seat, count]): [number, string, string] => [
    count,
    tagged("panel", seed, seat),
    seat,
  ]);
  ranked.sort(([turnsA, lotA], [turnsB, lotB]) => turnsA - turnsB || (lotA < lotB ? -1 : 1));
  return ranked.map(([, , seat]) => seat);
}

export function seatReplaced(study: Study, { body }: Entry): void {
  body.only(["round", "place", "seat"]);
  const round = study.openRound(body.whole("round", 1));
  const { problems, seats, resting } = study;
  const { panel, ballots, inOrder, stratified } = round;
  requireTaking(study, round, "seat in a place");
  const place = body.whole("place");
  const seat = body.text("seat");
  const left = panel[place];
  if (left === undefined) throw new Broken("place", `below ${panel.length}`, place);
  if (inOrder === null) {
    const fits = seats.get(seat) === "active" && !panel.includes(seat);
    problems.require(fits, "seat in a place", "a seat that exists, once on the panel", seat);
    problems.same("seat that leaves", "removed", seats.get(left));
  } else {
    const free = inOrder.filter((one) => isMember(study, one) && !panel.includes(one));
    const fits = (one: string) => stratified === null || keepsQuotas(stratified, panel.with(place, one));
    problems.same("seat in a place, by the order", free.find(fits) ?? free[0], seat);
    const mayLeave = seats.get(left) === "removed" || resting.has(left);
    problems.require(mayLeave, "seat that leaves", "one that is removed or rests", left);
  }
  problems.require(ballots.size === 0, "seat in a place", "no ballot of the round", seat);
  panel[place] = seat;
}

function isMember({ seats, resting }: Study, seat: string): boolean {
  return seats.get(seat) === "active" && !resting.has(seat);
}

function isRising(seats: readonly string[]): boolean {
  const numbers = seats.map((seat) => Number(seat.slice(1)));
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}
