/**
 * Reads the text of a response from another organisation's server up to a limit, so that an endless response cannot
 * fill this server's memory.
 *
 * @param longest characters
 * @throws Error for a longer one; any error of the connection
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
