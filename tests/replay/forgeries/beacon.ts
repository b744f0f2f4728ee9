/** Forged draws with public numbers. */

import { testNumber } from "../../setup/beacon.ts";
import { add, both, drop, type Group, placeOf, swap, zeros } from "./changes.ts";

const [OPENED, DRAWN, PANEL] = ["round.opened", "round.drawn", '"panel":["s2","s6"]'];

export const beaconForgeries: readonly Group[] = [
  {
    log: "beacon",
    page: "log-format-beacon",
    changes: {
      "a reason that differs from round.closing": swap("round.closed", '"all-sealed"', '"operator"'),
      "an asAnnounced that differs from round.closing": swap(
        "round.closed",
        '"asAnnounced":true',
        '"asAnnounced":false',
      ),
      "a round.closing with a wrong reason": swap("round.closing", '"all-sealed"', '"operator"'),
      "a close without round.closing": drop("round.closing"),
      "a second round.closing": (entries) => {
        const place = placeOf(entries, "round.closing");
        return entries.toSpliced(place, 0, { ...entries[place] });
      },
      "a ballot after round.closing": (entries) => {
        const place = placeOf(entries, "round.closing");
        const ballot = { ...entries[place - 1], body: { ...Object(entries[place - 1]?.body), version: 2 } };
        return entries.toSpliced(place + 1, 0, ballot);
      },
      "a deadline extended after round.closing": add("round.closing", {
        type: "round.extended",
        body: { round: 1, deadlineAt: 99_999 },
      }),
      "a round cancelled after round.closing": (entries) => {
        const place = placeOf(entries, "round.closing");
        const { link, linkProof } = Object(entries.at(-1)?.body);
        return [
          ...entries.slice(0, place + 1),
          { type: "round.cancelled", body: { round: 1, reason: "operator", link, linkProof } },
        ];
      },
      "a named number that is not the next": swap("round.closing", '"beaconRound":1', '"beaconRound":2'),
      "a public number that is not the named one": swap(
        "round.closed",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "a public number before its publication": (entries) =>
        entries.with(-1, { ...Object(entries.at(-1)), at: 8_999 }),
      "a close without its public number": swap("round.closed", /"beacon":\{.*?\},?/, ""),
      "a round.drawn in a study that draws at close": add("round.opened", {
        type: "round.drawn",
        body: {
          ...{ round: 1, beacon: { signature: testNumber(1), checkpoint: null } },
          ...{ panel: null, neededFlags: null, drawCommitment: zeros },
        },
      }),
    },
  },
  {
    log: "drawn",
    page: "log-format-beacon",
    changes: {
      "an opening without a named number": swap("round.opened", '"beaconRound":1,', ""),
      "an opening that names a wrong number": swap("round.opened", '"beaconRound":1', '"beaconRound":2'),
      "an opening that commits to its draw": swap(
        "round.opened",
        '"drawCommitment":null',
        `"drawCommitment":"${zeros}"`,
      ),
      "a missing round.drawn": drop("round.drawn"),
      "a second round.drawn": (entries) =>
        entries.toSpliced(-1, 0, entries[placeOf(entries, "round.drawn")] ?? {}),
      "a draw before the publication of its number": (entries) =>
        entries.with(-2, { ...Object(entries.at(-2)), at: 8_999 }),
      "a draw with a different public number": swap(
        "round.drawn",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "a different draw commitment": swap(
        "round.drawn",
        /"drawCommitment":"[0-9a-f]{8}/,
        '"drawCommitment":"00000000',
      ),
      "a close with another public number": swap(
        "round.closed",
        '"violations"',
        `"beacon":{"signature":"${testNumber(1)}","checkpoint":null},"violations"`,
      ),
      "a round.closing": (entries) =>
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
  {
    log: "lot",
    page: "log-format-beacon",
    changes: {
      "a panel at the opening": both(
        swap(OPENED, '"panel":null', '"panel":["s2","s4"]'),
        swap(OPENED, '"neededFlags":null', '"neededFlags":1'),
      ),
      "needed flags before the panel": swap(OPENED, '"neededFlags":null', '"neededFlags":1'),
      "an opening without a named number": swap(OPENED, '"beaconRound":1,', ""),
      "an opening after the publication of its number": (entries) => {
        const place = placeOf(entries, OPENED);
        return entries.with(place, { ...entries[place], at: 9_000 });
      },
      "a second opening before the panel is drawn": (entries) => {
        const place = placeOf(entries, OPENED);
        return entries.toSpliced(place + 1, 0, { ...entries[place], at: 5_000 });
      },
      "a second lot": (entries) => entries.toSpliced(-1, 0, entries[placeOf(entries, DRAWN)] ?? {}),
      "a lot before the publication of its number": (entries) =>
        entries.with(-2, { ...Object(entries.at(-2)), at: 8_999 }),
      "a panel without the number": swap(DRAWN, PANEL, '"panel":["s2","s4"]'),
      "a panel from a different public number": swap(DRAWN, PANEL, '"panel":["s2","s5"]'),
      "a different public number and its panel": both(
        swap(DRAWN, PANEL, '"panel":["s2","s5"]'),
        swap(DRAWN, /"signature":"[0-9a-f]{96}"/, `"signature":"${testNumber(2)}"`),
      ),
      "a panel in the order of the lot": swap(DRAWN, PANEL, '"panel":["s6","s2"]'),
      "a panel with more needed flags": swap(DRAWN, '"neededFlags":1', '"neededFlags":2'),
      "a number without the panel": both(
        swap(DRAWN, PANEL, '"panel":null'),
        swap(DRAWN, '"neededFlags":1', '"neededFlags":null'),
      ),
      "a lot that excludes a member who left after the opening": both(
        add(OPENED, { type: "seat.removed", body: { seat: "s2" } }),
        swap(DRAWN, PANEL, '"panel":["s4","s6"]'),
      ),
      "a missing round.drawn": drop(DRAWN),
    },
  },
];
