import { fileRoute } from "#server/http/files/file-route.ts";
import { answerSecurityLog } from "#server/http/files/security-log-file.ts";

export const GET = fileRoute<{ file: string }>((request, { file }) => answerSecurityLog(request, file));
