import { answerMetrics } from "#server/http/metrics.ts";

export const GET = answerMetrics;
