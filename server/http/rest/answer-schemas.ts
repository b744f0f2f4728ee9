import { z } from "zod";
import { roundRuleSchema } from "#server/schemas/rounds.ts";
import { chanceSchema, outcomeSchema, placeSchema, roundPersonSchema, seqSchema } from "./person-schema.ts";

/*
 * Answers of the API for programs. They are a contract of their own: answers to pages may change at any time, and
 * differ from answers to programs. Names are those of the log, times are milliseconds since 1970 in UTC. Only the keys
 * that a schema has are sent: whatever else a procedure answers is left out.
 */

const count = z.int().min(0);
const momentSchema = z.int().meta({ description: "Milliseconds since 1970, UTC" });
const hashSchema = z.string().meta({ description: "SHA-256 as 64 hex digits" });
const roundSchema = z.int().min(1).meta({ description: "Number of a round" });

const headSchema = z
  .object({ seq: z.int().min(0), hash: hashSchema })
  .meta({ id: "Head", description: "The last entry of the log" });

const namedStudy = {
  id: z.string(),
  name: z.string(),
  state: z.enum(["draft", "ready", "running", "ended"]),
};

export const studyItemSchema = z
  .object({
    ...namedStudy,
    role: z
      .enum(["operator", "researcher", "observer"])
      .meta({ description: "What the token's owner is in it" }),
    closedRounds: count.nullable().meta({ description: "null of a draft" }),
    plannedRounds: count.nullable().meta({ description: "null where no end was set" }),
    roundsWithAReport: count.nullable(),
  })
  .meta({ id: "StudyItem" });

export const studyAnswerSchema = z
  .object({
    ...namedStudy,
    isAudit: z
      .boolean()
      .meta({ description: "It audits the rule in force: no draw, no outcomes, nothing is learned" }),
    isDamaged: z.boolean().meta({ description: "Its record was altered, and nothing can be written" }),
    head: headSchema,
    nextRound: roundSchema,
    openRounds: z.array(roundSchema),
    waitingCount: count.meta({ description: "People who have been in no round yet" }),
    seatCount: count,
    ruleCount: count.nullable().meta({ description: "null in an audit" }),
  })
  .meta({ id: "Study" });

const outcomeCountsSchema = z.object({ yes: count, no: count, lost: count, pending: count });

const roundFacts = {
  round: roundSchema,
  state: z.enum(["open", "closing", "closed", "cancelled"]),
  openedAt: momentSchema,
  deadlineAt: momentSchema.nullable(),
  closedAt: momentSchema.nullable(),
  openedSeq: seqSchema,
  closedSeq: seqSchema.nullable(),
  neededFlags: z.int().min(1).nullable().meta({
    description: "The least number of flags that can report a pair; null until the panel is drawn",
  }),
  seatCount: count,
};

export const roundItemSchema = z
  .object({
    ...roundFacts,
    personCount: count,
    reportedPairs: count.nullable().meta({ description: "null until the round is closed" }),
    pickedCount: count.nullable(),
    outcomes: outcomeCountsSchema.nullable(),
  })
  .meta({ id: "RoundItem" });

const pairSchema = z.object({ high: placeSchema, low: placeSchema });

const reportedPairSchema = pairSchema
  .extend({
    flags: z.int().min(1),
    weight: chanceSchema,
    annulledIn: roundSchema
      .nullable()
      .meta({ description: "The later round whose panel annulled the report" }),
  })
  .meta({ id: "ReportedPair" });

const tolerancesSchema = pairSchema
  .extend({
    points: z.array(z.int().min(0).max(100)).meta({
      description: "How far apart the chances may be, one number for each answer, the smallest first",
    }),
  })
  .meta({ id: "PairTolerances" });

const awaySchema = z.array(
  z.object({
    seat: z.string(),
    reason: z.enum(["conflict", "on-leave", "unavailable", "own-request"]),
  }),
);

const panelChosenAnswerSchema = z
  .object({
    how: z.enum(["everyone", "by-operator", "by-lot", "rotation", "stratified"]),
    memberCount: count.meta({ description: "Seats in use when the round was opened" }),
    resting: awaySchema.meta({ description: "Seats that were on no panel then, and why" }),
    leftOut: awaySchema.meta({ description: "Seats that the operator left out of this round, and why" }),
  })
  .meta({ id: "PanelChosen", description: "How the panel was chosen from the seats of the study" });

export const roundAnswerSchema = z
  .object({
    ...roundFacts,
    closesAt: momentSchema.nullable().meta({ description: "When the server closes it; null: not by itself" }),
    pairCount: count.meta({ description: "Pairs that can be judged" }),
    rule: roundRuleSchema,
    sealedCount: count.meta({ description: "Seats whose ballot is in" }),
    panelChosen: panelChosenAnswerSchema,
    people: z.array(roundPersonSchema),
    reported: z.array(reportedPairSchema).nullable().meta({ description: "null until the round is closed" }),
    tolerances: z.array(tolerancesSchema).nullable().meta({
      description: "null until the round is closed, and where the panel was not asked for tolerances",
    }),
  })
  .meta({ id: "Round" });

export const tolerancesAskedAnswerSchema = z
  .object({ pairs: z.array(pairSchema), seq: seqSchema })
  .meta({ id: "TolerancesAsked" });

const openedRoundSchema = z
  .object({
    round: roundSchema,
    seq: seqSchema,
    hash: hashSchema,
    isClosed: z.boolean().meta({ description: "No pair could be judged, so it closed at once" }),
  })
  .meta({ id: "OpenedRound" });

export const openedAnswerSchema = z
  .object({
    rounds: z.array(openedRoundSchema).meta({ description: "In the order of their openings" }),
  })
  .meta({ id: "Opened" });

export const closedAnswerSchema = z
  .object({ round: roundSchema, seq: seqSchema, hash: hashSchema, at: momentSchema })
  .meta({ id: "Closed" });

export const extendedAnswerSchema = z
  .object({ deadlineAt: momentSchema, seq: seqSchema })
  .meta({ id: "Extended" });

export const recordedAnswerSchema = z
  .object({
    recorded: z.array(
      z.object({
        round: roundSchema,
        position: placeSchema,
        version: z.int().min(1),
        value: outcomeSchema,
        seq: seqSchema,
      }),
    ),
  })
  .meta({ id: "Recorded" });

export const waitingItemSchema = z
  .object({
    person: z.string().meta({ description: "Pseudonym in the log" }),
    identifiers: z.array(z.object({ name: z.string(), value: z.string().nullable() })).meta({
      description:
        'What names them outside of the study: columns of their file; "row", its row, if none does',
    }),
  })
  .meta({ id: "WaitingPerson" });

export const problemItemSchema = z.object({
  row: z.int().exactOptional().meta({ description: "Row of a file, or of a list, from 1" }),
  field: z.string().exactOptional(),
  message: z.string(),
});

export const peopleFileAnswerSchema = z
  .object({
    fileId: z.string(),
    rowCount: count,
    personCount: count.nullable().meta({ description: "People who would be imported" }),
    plan: z
      .string()
      .nullable()
      .meta({ description: "Confirms just this import; null while it cannot be said" }),
    isReady: z.boolean(),
    problems: z.array(problemItemSchema),
    importedBefore: z
      .boolean()
      .meta({ description: "The very same file has been imported once: its people would come twice" }),
  })
  .meta({ id: "PeopleFile" });

export const begunAnswerSchema = z.object({ state: z.literal("running") }).meta({ id: "Begun" });

export const importAnswerSchema = z
  .object({
    state: z.enum(["none", "running", "done", "failed"]),
    message: z.string().nullable().meta({ description: "Why it failed" }),
    imported: z
      .object({ first: z.string(), last: z.string(), count, seq: seqSchema })
      .nullable()
      .meta({ description: "Once it is done" }),
  })
  .meta({ id: "Import" });

export const guidelinesAnswerSchema = z
  .object({ version: z.int().min(1), latest: z.int().min(1), purpose: z.string(), body: z.string() })
  .meta({ id: "Guidelines" });

export const checkpointAnswerSchema = z
  .object({
    size: count.meta({ description: "Entries that it signs for" }),
    root: hashSchema,
    signedAt: momentSchema,
    witnesses: z.array(z.object({ name: z.string(), isNewest: z.boolean() })),
  })
  .meta({ id: "Checkpoint" });

const asksSchema = z.enum(["read", "features"]).meta({ description: "What the token has to allow" });

export const filesAnswerSchema = z
  .object({
    head: headSchema,
    tables: z.array(
      z.object({
        name: z.string(),
        about: z.string(),
        files: z.array(z.string()),
        asks: asksSchema,
        columns: z.array(
          z.object({
            name: z.string(),
            type: z.enum(["text", "integer", "number", "boolean", "time"]),
            nullable: z.boolean(),
            unit: z.string().nullable(),
            about: z.string(),
          }),
        ),
      }),
    ),
    descriptions: z
      .array(z.object({ file: z.string(), asks: asksSchema }))
      .meta({ description: "What the columns mean, who is in the data, and all files with their hashes" }),
  })
  .meta({ id: "Files" });

/** A problem as in RFC 9457. */
export const problemAnswerSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "A sentence that says what to do" }),
    code: z.string().meta({ description: "One of the codes below; it never changes its meaning" }),
    problems: z.array(problemItemSchema),
    incident: z.string().nullable().meta({ description: "To quote to the server's operator" }),
    request: z.string().nullable().meta({ description: "The request as the server's log names it" }),
  })
  .meta({ id: "Problem", description: "Why it was not done (RFC 9457)" });
