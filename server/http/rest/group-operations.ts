import { z } from "zod";
import { type Operation, operation } from "./operation.ts";

const share = z.number().min(0).max(1);
const range = z.object({ low: share, high: share });
const counts = z.object({
  count: z.int(),
  range: z.object({ low: z.int(), high: z.int() }).meta({
    description: "What 95 of 100 studies would have if groups were dealt out at random in each round",
  }),
});
const impact = z
  .object({ ratio: share, isBelowFourFifths: z.boolean() })
  .nullable()
  .meta({ description: "The rate, divided by the highest rate of a shown group; null if that is 0" });

const groupSchema = z.object({
  cells: z
    .array(z.string().nullable())
    .meta({ description: "One for each column of the grouping; null where the file left it empty" }),
  people: z.int(),
  expected: z.object({
    rate: share.meta({ description: "The mean chance: the expected selection rate" }),
    impact,
  }),
  drawn: z
    .object({
      selected: z.int(),
      rate: share,
      impact,
      range: range.meta({ description: "What at least 95 of 100 draws with these chances would give" }),
    })
    .nullable()
    .meta({ description: "null in an audit, which has no draws" }),
  outcomes: z.object({ known: z.int(), rate: share, range }).nullable().meta({
    description:
      "Share of the outcome yes if all were selected, by inverse propensity; null if none is known",
  }),
  reported: z.object({ higher: counts, lower: counts }),
});

const groupsAnswerSchema = z
  .object({
    upTo: z.int().meta({ description: "The last log entry that the figures include" }),
    columns: z.array(z.string()),
    figures: z
      .object({
        columns: z.array(z.string()),
        least: z.int(),
        roundCount: z.int(),
        personCount: z.int(),
        erasedCount: z.int(),
        reportedCount: z.int(),
        groupings: z.array(
          z.object({
            columns: z.array(z.string()),
            groups: z.array(groupSchema),
            withheldCount: z.int().nullable().meta({ description: "null if all groups are withheld" }),
          }),
        ),
      })
      .nullable()
      .meta({ description: "null without group columns, and before the first round was closed" }),
  })
  .meta({ id: "Groups" });

/** Operations about groups for reporting. */
export const groupOperations: readonly Operation[] = [
  operation({
    id: "readGroups",
    group: "Studies",
    path: "/studies/{studyId}/groups",
    summary: "Reads figures of groups, for reporting only",
    about:
      "Gives figures of closed rounds for each column marked as a group, and for each combination of two such columns. Groups with fewer than `least` people (5 unless given) are withheld, and so are groups from which their figures could be computed by subtraction.",
    procedure: "results.groups",
    answer: groupsAnswerSchema,
    shape: ({ head, columns, figures }) => ({ upTo: head.seq, columns, figures }),
  }),
];
