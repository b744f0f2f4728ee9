import { orWords } from "#server/http/files/or-words.ts";
import { answerLogo } from "#server/http/files/organisation-files.ts";

export async function GET(): Promise<Response> {
  return orWords(answerLogo);
}
