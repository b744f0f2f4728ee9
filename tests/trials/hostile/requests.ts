import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly cookie?: string | null;
};

/**
 * Sends requests that no browser would send, with path, Host and Origin unchanged. Each seems to come through a proxy from
 * another network, and waits when the rate limit says so, since these attacks are not about the limits.
 */
export class AttackClient {
  readonly origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 12 });
  #count = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  async ask(path: string, ask: Ask = {}): Promise<Reply> {
    this.#count += 1;
    const network = `10.${this.#count >> 14}.${(this.#count >> 6) & 255}.${this.#count & 63}`;
    const headers = { "x-forwarded-for": network, ...ask.headers };
    for (;;) {
      const reply = await this.#send(path, { ...ask, headers });
      const wait = reply.headers["retry-after"];
      if (wait === undefined) return reply;
      await sleep(Number(wait) * 1000);
    }
  }

  #send(path: string, { method = "GET", headers = {}, body, cookie }: Ask): Promise<Reply> {
    const { hostname, port } = new URL(this.origin);
    const all = { ...headers, ...(cookie && { cookie }) };
    return new Promise((resolve, reject) => {
      const sent = request({ agent: this.#agent, hostname, port, path, method, headers: all }, (answer) => {
        const isStream = answer.headers["content-type"] === "text/event-stream";
        const reply = (text: string) =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          text += chunk;
          // A stream does not end by itself.
          if (isStream && /^id: .*\n\n/m.test(text)) {
            sent.destroy();
            reply(text);
          }
        });
        answer.on("end", () => reply(text));
        answer.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** Calls a mutation as a page of the server does. */
  mutate(path: string, input: unknown, cookie: string): Promise<Reply> {
    const headers = { "content-type": "application/json", origin: this.origin };
    return this.ask(`/api/trpc/${path}`, { method: "POST", headers, body: JSON.stringify(input), cookie });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Acts on each item of a list, `width` at a time. */
export async function each<T>(list: readonly T[], act: (item: T) => Promise<void>, width = 8): Promise<void> {
  const left = [...list].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** Returns whether a response reveals internals: SQL, paths of files, stack traces, names of errors. */
export function revealsInternals(text: string): boolean {
  return /SQLITE_|node_modules|\n\s+at \w|\.ts:\d|select .* from "|TRPCError|ZodError/.test(text);
}
