import { fileRoute } from "#server/http/files/file-route.ts";
import { answerSecurityText } from "#server/http/files/organisation-files.ts";

export const GET = fileRoute(answerSecurityText);
