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
      "a person erased by retention without a retention period": drop("retention.changed"),
      "a person erased by retention before the end": drop("study.ended"),
      "an erasure before a longer retention period ends": swap("retention.changed", '"days":14', '"days":15'),
      "a retention period of less than 14 days": swap("retention.changed", '"days":14', '"days":13'),
      "an erasure by retention after the retention period was removed": add(
        "retention.changed",
        change(null),
      ),
      "a retention period that does not change": add("retention.changed", change(14)),
      "a retention period changed after features were deleted": add("person.erased last", change(null)),
      "an erasure with an unknown cause": swap("person.erased last", '"retention"', '"whim"'),
    },
  },
];
