import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Answer, status } from "./answers.ts";

export type Received = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A local receiver of webhooks. It answers each message with the next function, and repeats the last one. */
export async function startReceiver(...answers: readonly Answer[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ body: Buffer.concat(chunks).toString(), headers });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? status(204);
    answer(response, request.socket, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, address: `http://127.0.0.1:${port}/events` };
}
