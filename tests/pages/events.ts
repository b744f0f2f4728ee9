import { allProcedures } from "#tests/http/roles.ts";
import type { HttpClient } from "#tests/trials/http-client.ts";
import { withoutRequest } from "./answers.ts";

/** The status of a subscription's answer, then each event with its id, in order. */
export type Listener = {
  readonly heard: string[];
  readonly leave: () => Promise<void>;
};

export const subscriptions: readonly string[] = allProcedures()
  .filter(({ definition }) => definition.type === "subscription")
  .map(({ path }) => path);

/** Subscribes like a browser. Pings and the end of the connection depend on timing and are ignored. */
export async function listen(client: HttpClient, procedure: string, input: object): Promise<Listener> {
  const gone = new AbortController();
  const asked = encodeURIComponent(JSON.stringify(input));
  const response = await client.send(`/api/trpc/${procedure}?input=${asked}`, {
    headers: { accept: "text/event-stream" },
    signal: gone.signal,
  });
  const heard = [`status ${response.status}`];
  const reading = hear(response, heard).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  return {
    heard,
    leave: async () => {
      gone.abort();
      await reading;
    },
  };
}

async function hear({ body }: Response, heard: string[]): Promise<void> {
  if (body === null) return;
  let rest = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + chunk).split("\n\n");
    rest = messages.pop() ?? "";
    const events = messages.filter((message) => !/^event: (connected|ping)$/m.test(message));
    heard.push(...events.map(withoutRequest));
  }
  if (rest !== "") heard.push(withoutRequest(rest));
}
