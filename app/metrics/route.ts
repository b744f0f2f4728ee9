import { answerMetrics } from "#server/http/edge/metrics.ts";

export const GET = answerMetrics;
