import * as t from "#messages/retention.ts";
import { formatDay } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Retention = Outputs["studies"]["read"]["retention"];

/** Says whether and when the features of people are deleted. */
export function retentionSentence({ state, days, dueAt }: Retention): string {
  return t.retentionFact({
    ...{ state, days: days ?? 0, hasDay: dueAt !== null },
    day: dueAt === null ? "" : formatDay(dueAt),
  });
}
