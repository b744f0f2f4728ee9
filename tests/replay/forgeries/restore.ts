/** Forged restores. */

import { chained } from "../fixture.ts";
import { STUDY } from "../fixture-hashes.ts";
import { lostLog, noteOf } from "../fixture-notes.ts";
import { add, type Change, type Group, placeOf, swap, zeros } from "./changes.ts";

const lost =
  (change: Parameters<typeof lostLog>[0]): Change =>
  () =>
    lostLog(change).entries;

/** A lost history that showed the link of a round. */
const restored = (round: number) => ({
  type: "log.restored",
  body: {
    ...{
      lostSeq: 99,
      lostHead: "cd".repeat(32),
      lostCheckpoint: null,
      lostClosings: [],
      skippedLinks: 0,
      shownLinks: [round],
    },
    origin: `log.example/studies/${STUDY}/restored-1`,
  },
});

/** Two closings of one round, of which each was cosigned in time. */
const twoClosings: Change = () => {
  const [one, other] = [lostLog(), lostLog({ lost: { at: 8_100, body: { beaconRound: 2 } } })].map(
    ({ entries }) => entries[placeOf(entries, "log.restored")],
  );
  const lostClosings = [one, other].flatMap((entry) => Object(entry?.body).lostClosings);
  return lostLog({ restored: { lostClosings } }).entries;
};

export const restoreForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format-restore",
    changes: {
      "a restore that skips more links than were lost": swap(
        "log.restored",
        '"skippedLinks":0',
        '"skippedLinks":33',
      ),
      "a restore with a different number": swap("log.restored", "/restored-1", "/restored-2"),
      "a restore that lost earlier entries": swap("log.restored", '"lostSeq":99', '"lostSeq":37'),
      "an invalid checkpoint of a lost history": swap(
        "log.restored",
        '"lostCheckpoint":null',
        '"lostCheckpoint":"none"',
      ),
      "a lost closing of a round that is not open": swap(
        "log.restored",
        '"lostClosings":[]',
        '"lostClosings":[{"entry":"none","proof":[],"checkpoint":"none"}]',
      ),
      "a closed round whose link was disclosed": add("ballot.sealed 4", restored(1)),
      "a cancelled round with a disclosed link and a different reason": add("round.opened 3", restored(3)),
      "a cancelled round with the reason restored without a disclosed link": swap(
        "round.cancelled",
        '"trouble"',
        '"restored"',
      ),
      "a disclosed link of a round that is not open": swap(
        "log.restored",
        '"shownLinks":[]',
        '"shownLinks":[1]',
      ),
      "an origin that was used before": add("log.restored", {
        ...restored(1),
        body: { ...restored(1).body, shownLinks: [] },
      }),
      "a lost history with the same head": (entries) => {
        const place = placeOf(entries, "log.restored");
        const lostHead = chained(entries.slice(0, place)).head;
        return entries.with(place, {
          ...restored(1),
          body: { ...restored(1).body, shownLinks: [], lostHead },
        });
      },
    },
  },
  {
    log: "records",
    page: "log-format-restore",
    changes: {
      "a disclosed link with a draw at opening": add("round.opened", restored(1)),
    },
  },
  {
    log: "lost",
    page: "log-format-restore",
    changes: {
      "a number that differs from the lost closing": lost({ closing: { beaconRound: 2 } }),
      "a lost closing of another round": lost({ lost: { body: { round: 2 } } }),
      "a lost entry that is not a round.closing": lost({ lost: { type: "round.closed" } }),
      "a lost closing with an additional key in its body": lost({ lost: { body: { also: 1 } } }),
      "a lost closing that is not an entry": lost({ lostClosing: { entry: "{}" } }),
      "a lost closing with a different proof": lost({ lostClosing: { proof: [zeros, zeros] } }),
      "a lost closing without its proof": lost({ lostClosing: { proof: [] } }),
      "a lost closing with an additional key": lost({ lostClosing: { also: 1 } }),
      "a lost closing in a checkpoint signed by a different key": lost({ note: { signer: "s1" } }),
      "a lost closing that was cosigned after its number": lost({ note: { cosignedAt: 9 } }),
      "a lost closing with an invalid signature of its witness": lost({ note: { cosigned: "another text" } }),
      "no lost checkpoint, although there are witnesses": lost({ restored: { lostCheckpoint: null } }),
      "an invalid lost checkpoint": lost({ restored: { lostCheckpoint: "nothing" } }),
      "fewer lost entries than are missing": (entries) =>
        swap("log.restored", '"lostSeq":10', '"lostSeq":9')(entries),
      "a lost checkpoint with more entries than were lost": lost({
        restored: { lostCheckpoint: noteOf(Array.from({ length: 11 }, () => zeros)) },
      }),
      "two lost closings with different numbers": twoClosings,
      "a disclosed link with a beacon": lost({ restored: { shownLinks: [1] } }),
    },
  },
];
