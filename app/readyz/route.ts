import { answerReadiness } from "#server/api/readiness.ts";

export const GET = answerReadiness;
