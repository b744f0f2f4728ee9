import { answerLiveness } from "#server/api/liveness.ts";

export const GET = answerLiveness;
