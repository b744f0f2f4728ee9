import { fileRoute } from "#server/http/files/file-route.ts";
import { answerProblems } from "#server/http/files/uploads.ts";

export const GET = fileRoute<{ studyId: string; kind: string }>((_request, { studyId, kind }) =>
  answerProblems(studyId, kind),
);
