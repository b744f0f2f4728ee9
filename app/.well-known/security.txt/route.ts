import { orWords } from "#server/http/files/or-words.ts";
import { answerSecurityText } from "#server/http/files/organisation-files.ts";

export async function GET(): Promise<Response> {
  return orWords(answerSecurityText);
}
