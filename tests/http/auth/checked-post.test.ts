import { expect, it, onTestFinished } from "vitest";
import { checkedPost, readAtMost } from "#server/http/auth/checked-post.ts";
import { provideLocale } from "#server/locale.ts";
import { currentRequest } from "#server/platform/process/request.ts";

const own = {
  origin: "http://evenhand.example",
  host: "evenhand.example",
  "content-type": "application/json",
};
const limit = 256 * 1_024;

function request(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  const init = { method: "POST", headers: { ...own, ...headers }, body, duplex: "half" };
  return new Request("http://evenhand.example/api", init);
}

/** Returns the length of an accepted body, or the status of the refusal. */
async function outcome(incoming: Request): Promise<number | string> {
  const checked = await checkedPost(incoming, () => limit);
  return checked instanceof Response ? `refused with ${checked.status}` : checked.byteLength;
}

it("returns an accepted body unchanged", async () => {
  const checked = await checkedPost(request('{"ä":1}'), () => limit);
  expect(checked).toEqual(new Uint8Array(Buffer.from('{"ä":1}')));
  expect(await outcome(request(null))).toBe(0);
});

it.each(["application/json", "application/json ; charset=utf-8", "Application/JSON", " application/json "])(
  "accepts %j as JSON",
  async (type) => {
    expect(await outcome(request("{}", { "content-type": type }))).toBe(2);
  },
);

it.each(["text/plain", "application/jsonp", "text/json", "application/x-www-form-urlencoded", ""])(
  "refuses %j with 415",
  async (type) => {
    expect(await outcome(request("{}", { "content-type": type }))).toBe("refused with 415");
  },
);

it("checks the origin before the content type", async () => {
  const foreign = { origin: "https://evil.example", "content-type": "text/plain" };
  expect(await outcome(request("{}", foreign))).toBe("refused with 403");
});

it("accepts 256 KB and not one byte more, whatever content-length says", async () => {
  expect(await outcome(request("x".repeat(limit)))).toBe(limit);
  expect(await outcome(request("x".repeat(limit + 1)))).toBe("refused with 413");
  expect(await outcome(request("x".repeat(limit + 1), { "content-length": "2" }))).toBe("refused with 413");
  expect(await outcome(request("{}", { "content-length": String(limit + 1) }))).toBe("refused with 413");
  expect(await outcome(request("{}", { "content-length": String(limit) }))).toBe(2);
});

it("explains a refusal in the reader's language, without caching", async () => {
  const answers = [
    [request("{}", { origin: "null" }), "This request did not come from a page of this server."],
    [request("{}", { "content-type": "text/plain" }), "Only JSON is read here."],
    [request("{}", { "content-length": "999999" }), "A request may hold at most 256 KB."],
  ] as const;
  for (const [incoming, message] of answers) {
    const refusal = await checkedPost(incoming, () => limit);
    if (!(refusal instanceof Response)) throw new Error("it was let in");
    expect(await refusal.json()).toEqual({ error: { message } });
    expect(refusal.headers.get("cache-control")).toBe("no-store");
  }
  onTestFinished(() => provideLocale(() => currentRequest()?.locale));
  provideLocale(() => "de");
  const large = await checkedPost(request("{}", { "content-length": "999999" }), () => limit);
  expect(large instanceof Response && (await large.json())).toEqual({
    error: { message: "Eine Anfrage darf höchstens 256 KB enthalten." },
  });
});

it("reads a stream in pieces up to the limit, and no further", async () => {
  let given = 0;
  const pieces = (count: number) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        given += 1;
        if (given > count) controller.close();
        else controller.enqueue(new Uint8Array([given]));
      },
    });
  expect(await readAtMost(request(pieces(3)), 3)).toEqual(new Uint8Array([1, 2, 3]));
  given = 0;
  expect(await readAtMost(request(pieces(1_000)), 3)).toBeUndefined();
  expect(given).toBeLessThan(8);
});
