import { answerDecisions } from "#server/http/files/decisions-file.ts";
import { fileRoute } from "#server/http/files/file-route.ts";

export const GET = fileRoute<{ studyId: string; round: string }>((_request, { studyId, round }) =>
  answerDecisions(studyId, round),
);
