import { fileRoute } from "#server/http/files/file-route.ts";
import { answerOfflineFile } from "#server/http/files/offline-files.ts";

export const GET = fileRoute<{ file: string }>((request, { file }) => answerOfflineFile(request, file));
