import { answerDecisions } from "#server/http/files/decisions-file.ts";
import { fileRoute } from "#server/http/files/file-route.ts";

export const GET = fileRoute<{ studyId: string }>((_request, { studyId }) => answerDecisions(studyId));
