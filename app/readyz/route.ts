import { answerReadiness } from "#server/http/readiness.ts";

export const GET = answerReadiness;
