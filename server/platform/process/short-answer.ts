/**
 * The text of an answer that somebody else's server gave, as long as it is short: nobody makes this server keep what never ends.
 *
 * @param longest characters
 * @throws Error for a longer one; what the connection throws
 */
export async function readShort(response: Response, longest: number): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw new Error("the answer is too long");
  }
  return text;
}
