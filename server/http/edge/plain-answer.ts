/** Makes an answer of a sentence or more for a program or a person at a console; never cached on the way. */
export function plainAnswer(text: string, status = 200, contentType = "text/plain; charset=utf-8"): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": contentType,
      "cache-control": "no-store",
      ...(status === 503 && { "retry-after": "1" }),
    },
  });
}
