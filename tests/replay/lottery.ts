/** Stratified lots (docs/log-format-panels.md): members' attributes, the lottery over panels, and its draw. */

import type { Json } from "./canonical.ts";
import type { Entry } from "./entries.ts";
import { tagged } from "./hashes.ts";
import { Broken } from "./report.ts";
import { full, type Quota } from "./settings-shared.ts";
import type { Study } from "./study.ts";

const WEIGHT = 2n ** 32n;

interface Kind {
  readonly quotas: readonly number[];
  readonly seats: number;
}

/** What a `panel.lottery` says, its panels with the weight up to and with each. */
export interface Lottery {
  readonly kinds: readonly Kind[];
  readonly panels: readonly { readonly counts: readonly number[]; readonly upTo: bigint }[];
}

/** A drawn panel, and the quotas with the seats of the pool that counted then. */
export interface DrawnPanel {
  readonly panel: readonly string[];
  readonly quotas: readonly (Quota & { readonly seats: ReadonlySet<string> })[];
}

export function seatAttributes(study: Study, { body }: Entry): void {
  const seat = body.only(["seat", "attributes"]).text("seat");
  study.problems.same("seat with attributes", "active", study.seats.get(seat));
  const values = new Map<string, string>();
  for (const one of body.objects("attributes")) {
    const name = full(one.only(["name", "value"]), "name");
    if (values.has(name)) throw new Broken("attributes", "names that differ", name);
    values.set(name, full(one, "value"));
  }
  study.attributes.set(seat, values);
}

export function panelLottery(study: Study, { body }: Entry): void {
  const { selection, problems } = study;
  body.only(["method", "types", "panels"]).word("method", ["leximin", "maximin"]);
  const kinds = body.objects("types").map((type) => {
    return { quotas: wholes(type.only(["quotas", "seats"]).list("quotas")), seats: type.whole("seats", 1) };
  });
  let upTo = 0n;
  const panels = body.objects("panels").map((panel) => {
    const counts = wholes(panel.only(["counts", "weight"]).list("counts"));
    upTo += BigInt(panel.whole("weight", 1));
    return { counts, upTo };
  });
  problems.same("lottery: selection", "stratified", selection.how);
  if (kinds.length === 0) throw new Broken("lottery: types", "at least one", kinds.length);
  problems.same("lottery: sum of weights", String(WEIGHT), String(upTo));
  const known = kinds.every(({ quotas }) =>
    quotas.every((quota, place) => isNext(quotas, place) && quota < selection.quotas.length),
  );
  const sorted = kinds.every(
    ({ quotas }, place) => place === 0 || isBefore(kinds[place - 1]?.quotas ?? [], quotas),
  );
  problems.require(
    known && sorted,
    "lottery: types",
    "quotas of the selection, in order",
    kinds.map(({ quotas }) => quotas),
  );
  const different = new Set(panels.map(({ counts }) => counts.join(" "))).size === panels.length;
  problems.require(different, "lottery: panels", "panels that differ", panels.length);
  for (const { counts } of panels) {
    const fits =
      counts.length === kinds.length && counts.every((count, place) => count <= (kinds[place]?.seats ?? 0));
    const seats = counts.reduce((sum, count) => sum + count, 0);
    const isMet = selection.quotas.every(({ least, most }, quota) => {
      let counted = 0;
      counts.forEach((count, place) => {
        if (kinds[place]?.quotas.includes(quota)) counted += count;
      });
      return least <= counted && counted <= most;
    });
    problems.require(
      fits && seats === selection.size && isMet,
      "lottery: panel",
      "its size, and every quota",
      counts,
    );
  }
  study.lottery = { kinds, panels };
}

function isNext(quotas: readonly number[], place: number): boolean {
  return place === 0 || (quotas[place - 1] ?? 0) < (quotas[place] ?? 0);
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (let place = 0; ; place++) {
    const [a, b] = [one[place], other[place]];
    if (b === undefined) return false;
    if (a === undefined) return true;
    if (a !== b) return a < b;
  }
}

/**
 * The panel that the lottery draws for a round.
 *
 * @param inOrder the pool by the lot
 */
export function drawStratified(
  { selection, lottery, attributes }: Pick<Study, "selection" | "lottery" | "attributes">,
  inOrder: readonly string[],
  seed: string,
): DrawnPanel {
  const counts = (seat: string, { attribute, value }: Quota) =>
    attributes.get(seat)?.get(attribute) === value;
  const quotas = selection.quotas.map((quota) => ({
    ...quota,
    seats: new Set(inOrder.filter((seat) => counts(seat, quota))),
  }));
  const kindOf = (seat: string) =>
    selection.quotas.flatMap((quota, place) => (counts(seat, quota) ? [place] : [])).join(" ");
  const inPool = new Map<string, number>();
  for (const seat of inOrder) inPool.set(kindOf(seat), (inPool.get(kindOf(seat)) ?? 0) + 1);
  const ofLottery = (lottery?.kinds ?? []).map((kind): [string, number] => [
    kind.quotas.join(" "),
    kind.seats,
  ]);
  const fits =
    ofLottery.length === inPool.size && ofLottery.every(([kind, seats]) => inPool.get(kind) === seats);
  if (lottery === null || !fits) throw new Broken("panel", "a lottery over panels of the pool", ofLottery);
  const number = BigInt(`0x${tagged("lottery", seed).slice(0, 8)}`);
  const drawn = lottery.panels.find(({ upTo }) => number < upTo);
  const left = new Map(ofLottery.map(([kind], place) => [kind, drawn?.counts[place] ?? 0]));
  const panel = inOrder.filter((seat) => {
    const kind = kindOf(seat);
    const more = left.get(kind) ?? 0;
    if (more > 0) left.set(kind, more - 1);
    return more > 0;
  });
  return { panel, quotas };
}

/** Whether a panel meets the quotas, by the attributes at its opening. */
export function keepsQuotas({ quotas }: DrawnPanel, panel: readonly string[]): boolean {
  return quotas.every(({ least, most, seats }) => {
    const counted = panel.filter((seat) => seats.has(seat)).length;
    return least <= counted && counted <= most;
  });
}

function wholes(list: readonly Json[]): number[] {
  return list.map((item) => {
    if (typeof item !== "number" || item < 0) throw new Broken("lottery", "whole numbers", item);
    return item;
  });
}
