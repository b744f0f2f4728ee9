import type { VoteAnswer } from "./ballot-trace.ts";

/** The questions that an auditor can check in the log about a ballot. */
export const voteQuestions = ["inLog", "unchanged", "history", "counted", "shown"] as const;

export type VoteReport = { readonly [Question in (typeof voteQuestions)[number]]: VoteAnswer };
