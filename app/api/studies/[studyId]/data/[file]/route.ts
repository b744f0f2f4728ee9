import { answerData } from "#server/http/files/data-file.ts";
import { fileRoute } from "#server/http/files/file-route.ts";

export const GET = fileRoute<{ studyId: string; file: string }>((request, { studyId, file }) =>
  answerData(request, studyId, file),
);
