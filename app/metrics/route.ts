import { answerMetrics } from "#server/api/metrics.ts";

export const GET = answerMetrics;
