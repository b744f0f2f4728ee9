import { answerLiveness } from "#server/http/liveness.ts";

export const GET = answerLiveness;
