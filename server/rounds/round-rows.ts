import type { insertRound, insertRoundSeats } from "#db/queries/rounds.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import type { RoundPanel } from "#server/studies/round-panel.ts";

/** Returns the rows of a round that was opened: the round, its people and its panel, if it has one yet. */
export function roundRows(
  studyId: string,
  body: EntryBody<"round.opened">,
  opened: {
    readonly bound: string;
    readonly roundPanel: RoundPanel;
    readonly seatCount: number;
    readonly pairCount: number;
    readonly seq: number;
    readonly hash: string;
    readonly at: number;
  },
): Parameters<typeof insertRound>[1] {
  const key = { studyId, round: body.round };
  return {
    round: {
      studyId,
      number: body.round,
      t: body.t,
      state: "open",
      openedSeq: opened.seq,
      openedAt: opened.at,
      openedHash: opened.hash,
      inputsHash: opened.bound,
      appliedSeq: body.appliedSeq,
      noiseSeed: body.noiseSeed,
      eta: body.eta,
      fairnessWeight: body.fairnessWeight,
      guard: body.guard === undefined ? null : canonicalJson(body.guard),
      pairCount: opened.pairCount,
      docket: body.docket && canonicalJson(body.docket),
      seatCount: opened.seatCount,
      panelChosen: canonicalJson(opened.roundPanel),
      neededFlags: body.neededFlags,
      decisionRule: body.rule === undefined ? null : canonicalJson(body.rule),
      guidelineVersion: body.guidelineVersion,
      deadlineAt: body.deadlineAt,
      closing: body.closing,
      chosen: body.chosen,
      beaconRound: body.beaconRound ?? null,
    },
    people: body.people.map(({ person, digest, chance }, position) => ({
      ...key,
      position,
      personId: person,
      chance,
      digest,
    })),
    seats: seatRows(key, body.panel ?? []),
  };
}

/** Returns the rows of a round's panel. */
export function seatRows(
  key: { readonly studyId: string; readonly round: number },
  panel: readonly string[],
): Parameters<typeof insertRoundSeats>[1] {
  return panel.map((seatId, place) => ({ ...key, place, seatId }));
}
