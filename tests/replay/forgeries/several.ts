/** Forged records of several open rounds. */

import { severalLog } from "../fixture-several.ts";
import { add, type Change, type Group, placeOf, swap } from "./changes.ts";

/** The last round closes before the previous one, with the number of the previous one. */
const closedTwice: Change = (entries) => {
  const place = placeOf(entries, "round.closed");
  return entries.toSpliced(place + 1, 0, entries[place] ?? {});
};

export const severalForgeries: readonly Group[] = [
  {
    log: "several",
    page: "log-format",
    changes: {
      "a 21st open round": () => severalLog(21).entries,
      "a person in two open rounds": (entries) => {
        const [at, before] = [placeOf(entries, "round.opened 2"), placeOf(entries, "round.opened 1")];
        const { people, ...body } = Object(entries[at]?.body);
        const [taken] = Object(entries[before]?.body).people;
        return entries.with(at, { type: "round.opened", body: { ...body, people: [taken, people[1]] } });
      },
      "a close of a round that is not open": closedTwice,
      "a close with the link of another open round": (entries) => {
        const [at, other] = [placeOf(entries, "round.closed"), placeOf(entries, "round.closed 2")];
        const { link, linkProof } = Object(entries[other]?.body);
        const body = { ...Object(entries[at]?.body), link, linkProof };
        return entries.with(at, { ...entries[at], body });
      },
      // This one gives the same lot.
      "a noise seed that does not match the round's link": swap(
        "round.opened last",
        /"noiseSeed":"[0-9a-f]{8}/,
        '"noiseSeed":"00000013',
      ),
      "people in an order that is not the drawn one": swap(
        "round.opened last",
        /("people":\[)(\{.*?\}),(\{.*?\})\]/,
        "$1$3,$2]",
      ),
      "an opening with the number of a closed round": swap("round.opened 3", '"t":3', '"t":2'),
      "an extension of a closed round": add("round.closed", {
        type: "round.extended",
        body: { round: 20, deadlineAt: 99_999 },
      }),
      "an end while one of several rounds is open": add("round.closed", {
        type: "study.ended",
        body: { reason: "operator" },
      }),
    },
  },
];
