/** Forged choices of panels. */

import type { Body } from "../fixture.ts";
import { add, both, CREATED, type Group, swap } from "./changes.ts";

/** Panels of the log of panels. */
const [LOT, TURN, NAMED] = ['"panel":["s3","s4","s7"]', '"panel":["s2","s5"]', '"panel":["s1","s6"]'];
const leftOut = (...seats: string[]) =>
  `"leftOut":${JSON.stringify(seats.map((seat) => ({ seat, reason: "conflict" })))}`;
const LEFT = leftOut("s2");
const rested = (seat: string): Body => ({ type: "seat.rested", body: { seat, reason: "own-request" } });
const returned = (seat: string): Body => ({ type: "seat.returned", body: { seat } });

export const panelsForgeries: readonly Group[] = [
  {
    log: "panels",
    page: "log-format",
    changes: {
      "an unknown way of choosing panels": swap(CREATED, '"how":"by-lot"', '"how":"by-whim"'),
      "a lot without a size": swap(CREATED, '"size":3', '"size":null'),
      "a lot of more seats than are in the pool": swap(CREATED, '"size":3', '"size":6'),
      "everyone with a size": swap("panel.selection-changed 3", '"size":null', '"size":4'),
      "a selection changed while a round is open": add("round.opened", {
        type: "panel.selection-changed",
        body: { selection: { how: "by-lot", size: 3 } },
      }),
      "a panel that the lot did not draw": swap("round.opened", LOT, '"panel":["s1","s4","s7"]'),
      "a panel in the order of the lot": swap("round.opened", LOT, '"panel":["s4","s7","s3"]'),
      "a panel of more seats than the lot": swap("round.opened", LOT, '"panel":["s3","s4","s6","s7"]'),
      "a way of choosing the panel that is not the study's": swap(
        "round.opened",
        '"how":"by-lot"',
        '"how":"by-operator"',
      ),
      "a lot that includes members who were left out": swap("round.opened", LEFT, '"leftOut":[]'),
      "a seat left out for an unknown reason": swap(
        "round.opened",
        '"reason":"conflict"',
        '"reason":"dislike"',
      ),
      "a resting seat left out": swap("round.opened", LEFT, leftOut("s2", "s5")),
      "a seat left out twice": swap("round.opened", LEFT, leftOut("s2", "s2")),
      "left-out seats that are not sorted by number": swap(
        "round.opened 5",
        leftOut("s3"),
        leftOut("s8", "s3"),
      ),
      "a panel by lot in a study with rotation": swap("round.opened 2", TURN, '"panel":["s3","s6"]'),
      "a rotation that counts a cancelled round": swap("round.opened 3", TURN, '"panel":["s1","s3"]'),
      "a resting seat that the operator chose": swap("round.opened 4", NAMED, '"panel":["s6","s7"]'),
      "chosen seats that are not sorted by number": swap("round.opened 4", NAMED, '"panel":["s6","s1"]'),
      "a panel of everyone without a member": swap("round.opened 5", '"s5","s8"]', '"s8"]'),
      "a place given to a seat that is not next": swap("round.seat-replaced", '"seat":"s6"', '"seat":"s1"'),
      "a place given to a member who was left out": swap("round.seat-replaced", '"seat":"s6"', '"seat":"s2"'),
      "a place given to a resting member": swap("round.seat-replaced", '"seat":"s6"', '"seat":"s5"'),
      "a replaced seat that is neither removed nor resting": swap(
        "round.seat-replaced",
        '"place":1',
        '"place":0',
      ),
      "a place given to a seat that joined after the lot": both(
        swap("round.seat-replaced", '"seat":"s6"', '"seat":"s8"'),
        add("seat.removed", {
          type: "seat.added",
          body: { seat: "s8", replaces: null, by: "account", key: null },
        }),
      ),
      "a replaced resting seat on a panel without an order": both(
        swap("seat.removed 2", /.*/, JSON.stringify(rested("s6"))),
        swap("seat.added last", '"replaces":"s6"', '"replaces":null'),
      ),
      "a rest with an unknown reason": swap("seat.rested", "on-leave", "bored"),
      "a rest of a resting seat": add("seat.rested", rested("s5")),
      "a rest of a removed seat": add("seat.returned", rested("s4")),
      "a return of a seat that does not rest": add("seat.rested", returned("s1")),
      "a return of a removed seat": add(
        "seat.returned",
        { type: "seat.removed", body: { seat: "s7" } },
        returned("s7"),
      ),
    },
  },
];
