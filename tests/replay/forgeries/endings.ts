import { add, both, ended, type Group, guidelines, placeOf, swap } from "./changes.ts";

/** Entries that name the open round. */
const OF_A_ROUND = [
  ...["ballot.sealed", "ballot.opened", "round.closed", "round.cancelled", "round.extended"],
  "round.seat-replaced",
];

export const endingsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "an unknown type of entry": swap("people.imported", "people.imported", "people.invented"),
      "a time before that of the previous entry": (entries) => entries.with(4, { ...entries[4], at: 7 }),
      "one flag too few": swap("round.closed", '"flagCount":2', '"flagCount":1'),
      "an extension to an earlier time": swap("round.extended", "99999", "2000"),
      "a second extension to an earlier time": add("round.extended", {
        type: "round.extended",
        body: { round: 4, deadlineAt: 99_998 },
      }),
      "a second end": add("study.ended", ended),
      "a wrong reason": swap("round.closed", '"all-sealed"', '"operator"'),
      "a deadline as the reason of an early close": swap("round.closed 2", '"operator"', '"deadline"'),
      "an early close that is not marked": swap(
        "round.closed 2",
        '"asAnnounced":false',
        '"asAnnounced":true',
      ),
      "a cancelled round with an unknown reason": swap("round.cancelled", '"trouble"', '"whim"'),
      "an entry between the opened ballots and the close": add("ballot.opened 3", guidelines),
      "an extension to a time that has passed": add("round.extended", {
        ...{ type: "round.extended", at: 200_000 },
        body: { round: 4, deadlineAt: 150_000 },
      }),
      "an extension of a round without a deadline": both(
        swap("round.opened 4", /"deadlineAt":\d+/, '"deadlineAt":null'),
        swap("round.opened 4", '"closing":"deadline"', '"closing":"by-hand"'),
      ),
      ...Object.fromEntries(
        OF_A_ROUND.map((entry) => [`${entry} of another round`, swap(entry, '"round":', '"round":1')]),
      ),
      "a round cancelled after its ballots were opened": (entries) => {
        const { round, link, linkProof, draw } = Object(entries[placeOf(entries, "round.closed")]).body;
        const body = { round, reason: "operator", link, linkProof, draw };
        return entries.with(placeOf(entries, "round.closed"), { type: "round.cancelled", body });
      },
      "a second study.created": (entries) => entries.toSpliced(1, 0, entries[0] ?? {}),
    },
  },
  {
    log: "ix",
    page: "log-format",
    changes: {
      "a close before the deadline": (entries) => entries.with(-1, { ...Object(entries.at(-1)), at: 2_000 }),
    },
  },
  {
    log: "average",
    page: "log-format",
    changes: {
      "a close with an unknown reason": swap("round.closed", /"reason":"[a-z-]+"/, '"reason":"whim"'),
      "a missing violation": swap("round.closed", /,\{"high":2[^}]*\}/, ""),
    },
  },
  {
    log: "records",
    page: "log-format",
    changes: {
      "a cancelled round that was drawn at its opening": (entries) => {
        const { round, link, linkProof, draw } = Object(entries.at(-1)).body;
        return entries.with(-1, {
          type: "round.cancelled",
          body: { round, link, linkProof, draw, reason: "operator" },
        });
      },
    },
  },
];
