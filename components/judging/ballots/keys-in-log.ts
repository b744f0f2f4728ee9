import { LineReader } from "#server/verifier/lines.ts";

/**
 * Reads the log of a study as the server sends it, and returns the keys that it gives to a seat. Neither hashes nor
 * signatures are checked.
 *
 * @throws Error for a log that cannot be read to its end
 */
export async function readSeatKeysInLog(studyId: string, seat: string): Promise<ReadonlySet<string>> {
  const answer = await fetch(`/api/studies/${studyId}/log`);
  if (!answer.ok || answer.body === null) throw new Error(`the log was refused: ${answer.status}`);
  const lines = new LineReader();
  const reader = answer.body.getReader();
  const keys = new Set<string>();
  const take = (line: string) => {
    // Most entries are ballots: only these two types are worth parsing.
    if (!line.includes('"type":"seat.')) return;
    const { type, body } = JSON.parse(line);
    const hasKey = type === "seat.added" || type === "seat.key-added";
    if (hasKey && body.seat === seat && body.key !== null) keys.add(body.key);
  };
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const line of lines.take(read.value)) take(line);
  }
  for (const line of lines.end()) take(line);
  return keys;
}
