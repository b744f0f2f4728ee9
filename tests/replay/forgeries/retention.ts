/** Forged deletions of features. */

import { add, drop, type Group, swap } from "./changes.ts";

const change = (days: number | null) => ({ type: "retention.changed", body: { days } });

export const retentionForgeries: readonly Group[] = [
  {
    log: "deleted",
    page: "log-format",
    changes: {
      "a person erased by retention before it is due": (entries) =>
        entries.with(-1, { ...Object(entries.at(-1)), at: Number(entries.at(-1)?.at) - 1 }),
      "a person erased by a retention that was not set": drop("retention.changed"),
      "a person erased by retention before the end": drop("study.ended"),
      "a longer retention than the erasure waits for": swap("retention.changed", '"days":14', '"days":15'),
      "a retention of less than 14 days": swap("retention.changed", '"days":14', '"days":13'),
      "a retention that was ended before": add("retention.changed", change(null)),
      "a retention that changes nothing": add("retention.changed", change(14)),
      "a retention that changes after it ran": add("person.erased last", change(null)),
      "an erasure for no known cause": swap("person.erased last", '"retention"', '"whim"'),
    },
  },
];
