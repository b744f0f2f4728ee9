/** What a seat may answer to an objection: whether the person was treated unfairly. */
export const objectionAnswers = ["yes", "no", "unsure"] as const;

export type ObjectionAnswer = (typeof objectionAnswers)[number];
