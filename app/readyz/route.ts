import { answerReadiness } from "#server/http/edge/readiness.ts";

export const GET = answerReadiness;
