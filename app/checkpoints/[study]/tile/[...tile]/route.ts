import { answerTile } from "#server/http/files/checkpoint-files.ts";
import { fileRoute } from "#server/http/files/file-route.ts";

export const GET = fileRoute<{ study: string; tile: string[] }>((_request, { study, tile }) =>
  answerTile(study, tile),
);
