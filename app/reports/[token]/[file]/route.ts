import { fileRoute } from "#server/http/files/file-route.ts";
import { answerSharedReport } from "#server/http/files/report-file.ts";

export const GET = fileRoute<{ token: string; file: string }>((request, { token, file }) =>
  answerSharedReport(request, token, file),
);
