import { fileRoute } from "#server/http/files/file-route.ts";
import { answerUpload } from "#server/http/files/uploads.ts";

export const POST = fileRoute<{ studyId: string; kind: string }>((request, { studyId, kind }) =>
  answerUpload(request, studyId, kind),
);
