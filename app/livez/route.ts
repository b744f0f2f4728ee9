import { answerLiveness } from "#server/http/edge/health.ts";

export const GET = answerLiveness;
