import { z } from "zod";
import { count, ordinal } from "#server/learner/config/fields.ts";
import { annulmentsPerRound, annulReasons, annulVotes } from "./annulments.ts";
import { seatId } from "./fields.ts";

/** Schemas of entry bodies about annulments, as documented in docs/log-format-annulments.md. */

/** A report: the pair of a closed round that its panel reported. */
const report = { round: ordinal, high: count, low: count };

/** Who proposed to annul a report: an operator, or the auditor of a seat. */
const by = z.union([z.literal("operator"), seatId]);

const perProposal = <Part extends z.ZodType>(part: Part) => z.array(part).min(1).max(annulmentsPerRound);

export const annulmentBodies = {
  "annulment.proposed": z.strictObject({ ...report, reason: z.enum(annulReasons), by }),
  /** Only as long as no opening has carried the proposal. */
  "annulment.withdrawn": z.strictObject({ ...report, by }),
} as const;

/** The proposals that an opening carries; absent if there are none. */
export const carriedSchema = perProposal(z.strictObject(report));

/** One vote for each proposal of the opening, in its order; null if an auditor gave none. */
export const annulVotesSchema = perProposal(z.enum(annulVotes).nullable()).readonly();

/** What a panel decided about the proposals of the opening, in its order. */
export const decisionsSchema = perProposal(
  z.strictObject({ ...report, voteCount: count, annulled: z.boolean() }),
);
