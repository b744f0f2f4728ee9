import type { insertRound } from "#db/queries/rounds.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import type { RoundPanel } from "#server/studies/round-panel.ts";

/** Returns the rows of a round that was opened: the round, its people and its panel. */
export function roundRows(
  studyId: string,
  body: EntryBody<"round.opened">,
  opened: { bound: string; roundPanel: RoundPanel; pairCount: number; seq: number; hash: string; at: number },
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
      seatCount: body.panel.length,
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
    seats: body.panel.map((seatId, place) => ({ ...key, place, seatId })),
  };
}
