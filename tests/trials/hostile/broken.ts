import { connect } from "node:net";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** Sends requests with two different ends, about which two parsers could disagree. */
export async function brokenRequests({ client, study }: Stage, tally: Tally) {
  const { hostname, port, host } = new URL(client.origin);
  const hidden = `GET /api/studies/${study.studyId}/log HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const start = `POST /api/trpc/accounts.endSession HTTP/1.1\r\nHost: ${host}\r\n`;
  const broken: [string, string][] = [
    ["two lengths", `${start}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    [
      "a length and chunks",
      `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ["chunks twice", `${start}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ["chunks and something", `${start}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n${hidden}`],
    ["a space before the colon", `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ["a length that is none", `${start}Content-Length: +5\r\n\r\n${hidden}`],
    ["a chunk without a size", `${start}Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n${hidden}`],
    ["a folded header", `${start}X: a\r\n Transfer-Encoding: chunked\r\n\r\n${hidden}`],
    ["a NUL in a header", `${start}X: a\0b\r\n\r\n${hidden}`],
    ["a bare line feed", `${start}X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ["a NUL in the path", `GET /\0 HTTP/1.1\r\nHost: ${host}\r\n\r\n${hidden}`],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["another protocol", "GET / HTTP/9.9\r\n\r\n"],
    ["a very long header", `${start}X: ${"a".repeat(200_000)}\r\n\r\n`],
  ];
  for (const [how, bytes] of broken) {
    const text = await sentAs(bytes, hostname, Number(port));
    tally.check(`a request with ${how}`, /^HTTP\/1\.1 4\d\d /.test(text) || text === "", text);
    tally.check(`what hides behind ${how}`, (text.match(/^HTTP\/1\.1 /gm) ?? []).length <= 1, text);
  }
}

function sentAs(bytes: string, host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ host, port }, () => socket.write(bytes, "latin1"));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    // Closed by the server, with or without a response.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}
