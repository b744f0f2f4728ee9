/** Compares the sequence of rounds in the replay with the learner. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { countSettled, tauWithOpen } from "#server/learner/guarded/allowance.ts";
import {
  isUndoable,
  nextNumber,
  type Openings,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import { OpenRounds } from "#tests/replay/open-rounds.ts";

const settings = {
  ...{ allowance: 1, step: 0.2, tauStart: 0.1, pace: 10, trust: 3, budget: 4, forget: null },
  ...{ upwards: false, rareYes: false, rememberFor: null },
};

type Round = { readonly t: number; readonly ahead: number; readonly hasPairs: boolean };

const event = fc.record({
  kind: fc.constantFrom("open", "open", "close", "cancel"),
  which: fc.nat({ max: 19 }),
  is: fc.boolean(),
  ahead: fc.integer({ min: -8, max: 8 }).map((eighths) => eighths / 8),
});

it("numbers openings, undoes them and counts tau as the learner does, in any order of closings", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const rounds = new OpenRounds();
      let openings: Openings<Round> = { t: 0, open: [] };
      let counted: ReturnType<typeof countSettled> = { tau: settings.tauStart, later: [] };
      for (const [number, { kind, which, is, ahead }] of events.entries()) {
        const chosen = rounds.open[which % rounds.open.length];
        if (kind === "open") {
          openings = withOpened(openings, { t: nextNumber(openings), ahead, hasPairs: is });
          rounds.add({ round: number, ahead, hasPairs: is });
        } else if (chosen !== undefined) {
          const { t } = chosen;
          if (kind === "close") rounds.close(chosen.round, is && chosen.hasPairs);
          else expect(rounds.cancel(chosen.round)).toBe(isUndoable(openings, t));
          openings = (kind === "close" ? withClosed : withCancelled)(openings, t);
          const closed = kind === "close" ? [{ t, isReported: is && chosen.hasPairs }] : [];
          const later = [...counted.later, ...closed];
          counted = countSettled(settings, counted.tau, { open: openings.open, later });
        }
        expect(rounds.next).toBe(nextNumber(openings));
        const { later, tau } = rounds.settled(settings);
        const learned = counted.later.map(({ t, isReported }) => ({ t, reported: isReported }));
        expect({ later, tau }).toEqual({ later: learned, tau: counted.tau });
        expect(rounds.tau(settings)).toBe(
          tauWithOpen(settings, counted.tau, { open: openings.open, later: counted.later }),
        );
        expect(rounds.head(false, true)).toEqual({
          t: openings.t,
          ...(openings.open.length > 0 && {
            open: openings.open.map(({ t, hasPairs }) => ({ t, hasPairs })),
          }),
        });
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});
