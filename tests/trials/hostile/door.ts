import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly cookie?: string | null;
};

/**
 * Requests as nobody's browser would send them: path, Host and Origin go out as they are given. A `patient` one comes
 * behind a proxy from ever other networks, and waits when it is told to: it tries what holds besides the limits.
 */
export class Door {
  readonly origin: string;
  readonly #isPatient: boolean;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 12 });
  #asked = 0;

  constructor(origin: string, how: "patient" | "pressing") {
    this.origin = origin;
    this.#isPatient = how === "patient";
  }

  async ask(path: string, ask: Ask = {}): Promise<Reply> {
    if (!this.#isPatient) return this.#send(path, ask);
    this.#asked += 1;
    const network = `10.${this.#asked >> 14}.${(this.#asked >> 6) & 255}.${this.#asked & 63}`;
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
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          hostname,
          port,
          path,
          method,
          headers: { ...headers, ...(cookie && { cookie }) },
        },
        (answer) => {
          const isStream = answer.headers["content-type"] === "text/event-stream";
          const reply = (text: string) =>
            resolve({ status: statusOf(answer.statusCode, isStream, text), headers: answer.headers, text });
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => {
            text += chunk;
            // A stream that lets somebody in does not end by itself.
            if (isStream && /^id: .*\n\n/m.test(text)) {
              sent.destroy();
              reply(text);
            }
          });
          answer.on("end", () => reply(text));
          answer.on("error", reject);
        },
      );
      // A server that refuses a body may close the connection before all of it was written.
      sent.on("error", (error) =>
        "code" in error && (error.code === "EPIPE" || error.code === "ECONNRESET")
          ? resolve({ status: 0, headers: {}, text: "the connection was closed" })
          : reject(error),
      );
      sent.end(body);
    });
  }

  /** Calls a procedure as a page of ours does, with the body as it is given. */
  call(type: string, path: string, input: unknown, cookie: string | null): Promise<Reply> {
    return type === "mutation" ? this.mutate(path, input, cookie) : this.query(path, input, cookie);
  }

  mutate(path: string, input: unknown, cookie: string | null): Promise<Reply> {
    return this.post(`/api/trpc/${path}`, JSON.stringify(input), cookie);
  }

  query(path: string, input: unknown, cookie: string | null): Promise<Reply> {
    const asked = encodeURIComponent(JSON.stringify(input));
    return this.ask(`/api/trpc/${path}?input=${asked}`, { cookie });
  }

  post(
    path: string,
    body: string | Buffer,
    cookie: string | null,
    type = "application/json",
  ): Promise<Reply> {
    const headers = { "content-type": type, origin: this.origin };
    return this.ask(path, { method: "POST", headers, body, cookie });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A stream is there before anybody is asked who listens; what refuses it is its first event. */
function statusOf(status = 0, isStream: boolean, text: string): number {
  const refused = isStream ? /"httpStatus":(\d+)/.exec(text)?.[1] : undefined;
  return refused === undefined ? status : Number(refused);
}

/** Runs through a list, so many at a time. */
export async function each<T>(list: readonly T[], act: (item: T) => Promise<void>, width = 8): Promise<void> {
  const left = [...list].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/** A part of a list, spread over all of it. */
export function every<T>(step: number, list: readonly T[]): T[] {
  return list.filter((_, index) => index % step === 0);
}

/** Nothing that belongs inside the server is in an answer. */
export function tellsOfInside(text: string): boolean {
  return /SQLITE_|node_modules|\n\s+at \w|\.ts:\d|select .* from "|TRPCError|ZodError/.test(text);
}
