import { answerMetrics } from "#server/http/edge/health.ts";

export const GET = answerMetrics;
