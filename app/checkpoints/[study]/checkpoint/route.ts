import { answerCheckpoint } from "#server/http/files/checkpoint-files.ts";
import { fileRoute } from "#server/http/files/file-route.ts";

export const GET = fileRoute<{ study: string }>((_request, { study }) => answerCheckpoint(study));
