/** Forged audits. */

import { beaconLog } from "../fixture-beacon.ts";
import { add, CREATED, type Group, outcome, swap, zeros } from "./changes.ts";

export const auditForgeries: readonly Group[] = [
  {
    log: "audit",
    page: "log-format-audit",
    changes: {
      "people chosen by an operator": swap("round.opened", '"by-lot"', '"by-operator"'),
      "people who were not drawn by lot": (entries) =>
        entries.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll('"p3"', '"p2"'))),
      "an outcome": add("round.closed last", outcome(1, 0, 1)),
      "an update": add("round.closed last", {
        type: "learner.updated",
        body: { fromSeq: 0, appliedSeq: 6, stateHash: zeros },
      }),
      "a draw": swap("round.closed", '"link"', '"draw":{"u":"0.5","order":[0,1],"decisions":[1,0]},"link"'),
      "an eta": swap("round.opened", '"eta":null', '"eta":"1"'),
      "a chance that differs from the cell": swap("round.opened", '"chance":"0.4"', '"chance":"0.41"'),
      "a beacon": (entries) => {
        const { beacon } = Object(beaconLog("close").entries[0]?.body);
        return entries.with(0, { ...entries[0], body: { ...Object(entries[0]?.body), beacon } });
      },
      "two columns with the same name, not shown to auditors": swap(
        CREATED,
        '"columns":[',
        '"columns":[{"name":"a","type":"number"},{"name":"a","type":"number"},',
      ),
      "two columns with the same name": swap(CREATED, '"name":"owns"', '"name":"score"'),
      "an alpha of 1": swap(CREATED, '"alpha":"0.1"', '"alpha":"1"'),
      "chances of an unknown column": swap(CREATED, '"chance":{"column":"score"', '"chance":{"column":"age"'),
    },
  },
];
