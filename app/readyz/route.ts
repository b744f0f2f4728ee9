import { answerReadiness } from "#server/http/edge/health.ts";

export const GET = answerReadiness;
