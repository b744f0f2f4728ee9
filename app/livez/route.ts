import { answerLiveness } from "#server/http/edge/liveness.ts";

export const GET = answerLiveness;
