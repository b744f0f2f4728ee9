/** Forged draws with public numbers. */

import { testNumber } from "../../setup/beacon.ts";
import { add, drop, type Group, placeOf, swap, zeros } from "./changes.ts";

export const beaconForgeries: readonly Group[] = [
  {
    log: "beacon",
    page: "log-format-beacon",
    changes: {
      "another reason than that of the freeze": swap("round.closed", '"all-sealed"', '"operator"'),
      "another mark than that of the freeze": swap(
        "round.closed",
        '"asAnnounced":true',
        '"asAnnounced":false',
      ),
      "a wrong reason of the freeze": swap("round.closing", '"all-sealed"', '"operator"'),
      "a close without the freeze": drop("round.closing"),
      "a second freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        return entries.toSpliced(place, 0, { ...entries[place] });
      },
      "a ballot after the freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        const ballot = { ...entries[place - 1], body: { ...Object(entries[place - 1]?.body), version: 2 } };
        return entries.toSpliced(place + 1, 0, ballot);
      },
      "a deadline that moves after the freeze": add("round.closing", {
        type: "round.extended",
        body: { round: 1, deadlineAt: 99_999 },
      }),
      "a round that is cancelled after the freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        const { link, linkProof } = Object(entries.at(-1)?.body);
        return [
          ...entries.slice(0, place + 1),
          { type: "round.cancelled", body: { round: 1, reason: "operator", link, linkProof } },
        ];
      },
      "another number than the one to be named": swap("round.closing", '"beaconRound":1', '"beaconRound":2'),
      "another number than the one named": swap(
        "round.closed",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "a number before it came out": (entries) => entries.with(-1, { ...Object(entries.at(-1)), at: 8_999 }),
      "a close without the number": swap("round.closed", /"beacon":\{.*?\},?/, ""),
      "a draw of an opening in a study that draws at close": add("round.opened", {
        type: "round.drawn",
        body: { round: 1, beacon: { signature: testNumber(1), checkpoint: null }, drawCommitment: zeros },
      }),
    },
  },
  {
    log: "drawn",
    page: "log-format-beacon",
    changes: {
      "an opening that names no number": swap("round.opened", '"beaconRound":1,', ""),
      "an opening that names another number": swap("round.opened", '"beaconRound":1', '"beaconRound":2'),
      "an opening that commits to its draw": swap(
        "round.opened",
        '"drawCommitment":null',
        `"drawCommitment":"${zeros}"`,
      ),
      "a draw that is left out": drop("round.drawn"),
      "a second draw": (entries) => entries.toSpliced(-1, 0, entries[placeOf(entries, "round.drawn")] ?? {}),
      "a draw before its number came out": (entries) =>
        entries.with(-2, { ...Object(entries.at(-2)), at: 8_999 }),
      "a draw with another number": swap(
        "round.drawn",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "another draw commitment": swap(
        "round.drawn",
        /"drawCommitment":"[0-9a-f]{8}/,
        '"drawCommitment":"00000000',
      ),
      "a close with a number of its own": swap(
        "round.closed",
        '"violations"',
        `"beacon":{"signature":"${testNumber(1)}","checkpoint":null},"violations"`,
      ),
      "a freeze": (entries) =>
        entries.toSpliced(-2, 0, {
          type: "round.closing",
          body: { round: 1, reason: "operator", asAnnounced: false, beaconRound: 1 },
        }),
      "a cancelled round": (entries) => {
        const { link, linkProof } = Object(entries.at(-1)).body;
        return entries.with(-1, {
          ...entries.at(-1),
          type: "round.cancelled",
          body: { round: 1, reason: "operator", link, linkProof },
        });
      },
    },
  },
];
