/** Forged seats and their keys. */

import { keyAdded, publicKeyOf } from "../fixture-ballots.ts";
import { add, type Change, type Group, newSeat, placeOf, replaced, swap } from "./changes.ts";

/** A place of the panel that is taken before its seat is removed. */
const takenEarly: Change = (entries) => {
  const [at, removal] = [placeOf(entries, "round.seat-replaced"), placeOf(entries, "seat.removed")];
  const [taken, removed] = [entries[at] ?? {}, entries[removal] ?? {}];
  return entries
    .toSpliced(at, 1)
    .toSpliced(removal, 1)
    .toSpliced(at - 1, 0, taken, removed);
};

export const seatsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "a seat twice on the panel": swap("round.opened", '["s1","s2","s3"]', '["s1","s2","s2"]'),
      "a new seat out of order": swap("seat.added last", '"seat":"s4"', '"seat":"s5"'),
      "a seat that replaces an active seat": swap("seat.added last", '"replaces":"s3"', '"replaces":"s2"'),
      "a place whose seat was not removed": swap("round.seat-replaced", '"place":2', '"place":1'),
      "a place given to a seat that is on the panel": swap(
        "round.seat-replaced",
        '"seat":"s4"',
        '"seat":"s1"',
      ),
      "a place given to the removed seat": swap("round.seat-replaced", '"seat":"s4"', '"seat":"s3"'),
      "a replaced seat that had sealed a ballot": add("ballot.sealed 5", newSeat, replaced),
      "a seat replaced before it was removed": takenEarly,
      "a seat after the end": add("study.ended", newSeat),
      "a key after the end": add("study.ended", {
        type: "seat.key-added",
        body: keyAdded("s1", "another device", "s1"),
      }),
      "a seat that is replaced twice": add("seat.added last", {
        ...newSeat,
        body: { ...newSeat.body, replaces: "s3" },
      }),
      "removal of a seat that does not exist": add("seat.added 3", {
        type: "seat.removed",
        body: { seat: "s9" },
      }),
      "a key of a seat that the server assigned": add("seat.added 3", {
        type: "seat.added",
        body: { seat: "s4", replaces: null, by: "account", key: publicKeyOf("s4") },
      }),
      "a seat with the key of another": add("seat.added 3", {
        type: "seat.added",
        body: { seat: "s4", replaces: null, by: "link-copied", key: publicKeyOf("s1") },
      }),
      "a key of a seat that does not exist": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s9", "new", null),
      }),
      "a key with a different signature": add("seat.added 3", {
        type: "seat.key-added",
        body: { ...keyAdded("s1", "another device", "s1"), key: publicKeyOf("another's device") },
      }),
      "a key confirmed by an unproven key of another seat": add(
        "seat.added 3",
        { type: "seat.key-added", body: keyAdded("s2", "s2's new device", null) },
        { type: "seat.key-added", body: keyAdded("s1", "new", "s2's new device") },
      ),
      "a key confirmed by a removed seat": add("seat.removed", {
        type: "seat.key-added",
        body: keyAdded("s1", "new", "s3"),
      }),
      "a key that the seat already has": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s1", "s1", null),
      }),
      "an unproven key of another seat": add(
        "seat.added 3",
        { type: "seat.key-added", body: keyAdded("s2", "new", null) },
        { type: "seat.key-added", body: keyAdded("s1", "new", "s1") },
      ),
      "a key of another seat": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s1", "s2", null),
      }),
      "a key confirmed by an unknown key": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s1", "new", "unknown"),
      }),
      "a removal after the end": add("study.ended", { type: "seat.removed", body: { seat: "s4" } }),
    },
  },
];
