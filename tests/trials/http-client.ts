export type Refusal = { readonly code: string; readonly message: string };
export type Answer<T> = { readonly ok: T } | { readonly refused: Refusal } | { readonly unreachable: true };

/** A signed-in browser reduced to its requests: a cookie jar and calls of procedures. */
export class HttpClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signIn(email: string, password: string): Promise<void> {
    const { csrfToken } = (await (await this.send("/api/auth/csrf")).json()) as { csrfToken: string };
    const body = JSON.stringify({ csrfToken, email, password, json: true });
    const response = await this.send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/json", origin: this.#origin },
      body,
    });
    const hasSession = [...this.#cookies.keys()].some((name) => name.endsWith("session-token"));
    if (!hasSession)
      throw new Error(`sign-in of ${email} failed: ${response.status} ${await response.text()}`);
  }

  /** @returns "unreachable" if the server was gone before it answered */
  async mutate<T>(procedure: string, input: unknown): Promise<Answer<T>> {
    return this.#call(procedure, "POST", `/api/trpc/${procedure}`, JSON.stringify(input));
  }

  async query<T>(procedure: string, input: unknown): Promise<Answer<T>> {
    const serialised = encodeURIComponent(JSON.stringify(input));
    return this.#call(procedure, "GET", `/api/trpc/${procedure}?input=${serialised}`);
  }

  async text(path: string): Promise<string> {
    const response = await this.send(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.text();
  }

  /** Sends a request with this browser's cookies, without following redirects. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie === "" ? {} : { cookie }) };
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  async #call<T>(procedure: string, method: string, path: string, body?: string): Promise<Answer<T>> {
    let response: Response;
    let text: string;
    try {
      const headers = { "content-type": "application/json", origin: this.#origin };
      response = await this.send(path, body === undefined ? { method } : { method, headers, body });
      text = await response.text();
    } catch {
      return { unreachable: true };
    }
    // A starting server answers with a plain message, and has accepted nothing.
    if (response.status === 503 && !isJson(response)) return { refused: { code: "busy", message: text } };
    const parsed = JSON.parse(text) as {
      result?: { data: T };
      error?: { message: string; data: { code: string; refusal: string | null } };
    };
    if (parsed.result !== undefined) return { ok: parsed.result.data };
    if (parsed.error === undefined) throw new Error(`${procedure}: ${text}`);
    const { message, data } = parsed.error;
    return { refused: { code: data.refusal ?? data.code, message } };
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/json") ?? false;
}
