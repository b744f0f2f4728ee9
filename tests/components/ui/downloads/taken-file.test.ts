import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type DownloadProgress, TakenFile } from "#components/ui/downloads/taken-file.ts";
import { answerMade, type MadeFile } from "#server/http/files/made-file.ts";

/** Bytes of a file that is made in so many pieces; another one for another version. */
const pieceCount = 40;
const pieceOf = (version: number, index: number) =>
  Buffer.alloc(10_000, createHash("sha256").update(`${version}/${index}`).digest());
const bytesOf = (version: number) =>
  Buffer.concat(Array.from({ length: pieceCount }, (_, index) => pieceOf(version, index)));

/**
 * The version that is made, whether it can still be made for a download that began earlier, after how many bytes the connection
 * breaks, and what a proxy on the way does: it can end a cut answer as if it were whole, and drop the length.
 */
let world: {
  version: number;
  isLost: boolean;
  breakAfter: number;
  endsNormally: boolean;
  dropsLength: boolean;
};
const undisturbed = {
  ...{ version: 1, isLost: false, breakAfter: Number.POSITIVE_INFINITY },
  ...{ endsNormally: false, dropsLength: false },
};
let asked: { range: string | undefined; sent: number }[];
const server = createServer(async (request, response) => {
  const ask = { range: request.headers.range, sent: 0 };
  asked.push(ask);
  if (request.url === "/refused") {
    response.writeHead(403, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: "Confirm that it is you first." }));
    return;
  }
  const answer = await answerMade(
    new Request(`http://localhost${request.url}`, { headers: request.headers as Record<string, string> }),
    (pieces) => pieces,
    made(world.version),
    async ({ hash }) => (hash === hashOf(world.version) ? made(world.version) : undefined),
  );
  if (world.endsNormally) response.shouldKeepAlive = false;
  if (world.dropsLength) answer.headers.delete("content-length");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  try {
    for await (const chunk of Readable.fromWeb(answer.body as never)) {
      const bytes = (chunk as Buffer).subarray(0, world.breakAfter - ask.sent);
      ask.sent += bytes.length;
      if (!response.write(bytes)) await once(response, "drain");
      if (ask.sent < world.breakAfter) continue;
      if (world.endsNormally) response.end();
      else response.destroy();
      return;
    }
    response.end();
  } catch {
    response.destroy();
  }
});
let address: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
afterAll(() => server.close());
beforeEach(() => {
  world = undisturbed;
  asked = [];
});

const hashOf = (version: number) => String(version).repeat(64);

function made(version: number): MadeFile {
  const pieces = async function* () {
    for (let index = 0; index < pieceCount; index += 1) yield pieceOf(version, index);
  };
  return {
    ...{ savedAs: `file-${version}.bin`, contentType: "application/octet-stream", pieces: pieces() },
    head: { seq: 7, hash: hashOf(version) },
  };
}

async function take(file: TakenFile): Promise<DownloadProgress[]> {
  const seen: DownloadProgress[] = [];
  await file.takeRest(new AbortController().signal, (progress) => seen.push(progress));
  return seen;
}
const bytesIn = async (file: TakenFile) => Buffer.from(await file.bytes.arrayBuffer());

it("takes the file that a plain request gets, and reports its progress", async () => {
  const file = new TakenFile(address);
  const seen = await take(file);
  const plain = await fetch(address);
  expect((await bytesIn(file)).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
  expect(plain.headers.get("content-disposition")).toBe(`attachment; filename="${file.name}"`);
  const totalBytes = bytesOf(1).length;
  const counts = seen.map(({ byteCount }) => byteCount);
  expect(counts.length).toBeGreaterThan(5);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(new Set(seen.map((progress) => progress.totalBytes))).toEqual(new Set([totalBytes]));
  expect(counts.at(-1)).toBe(totalBytes);
});

it("continues with the same bytes wherever the connection broke, and fetches no byte twice", async () => {
  const file = new TakenFile(address);
  let expected = 0;
  for (const breakAfter of [3, 55_555, 10_000, 123_456, 1]) {
    world = { ...undisturbed, breakAfter };
    await expect(take(file)).rejects.toThrow();
    const range = expected === 0 ? undefined : `bytes=${expected}-`;
    expect(asked.at(-1)).toEqual({ range, sent: breakAfter });
    expected = file.byteCount;
  }
  world = undisturbed;
  await take(file);
  expect((await bytesIn(file)).equals(bytesOf(1))).toBe(true);
});

it.each([1, 200_000, bytesOf(1).length - 1])(
  "never takes a file for whole that was cut after %i bytes",
  async (most) => {
    for (const endsNormally of [false, true]) {
      const file = new TakenFile(address);
      world = { ...undisturbed, breakAfter: most, endsNormally };
      await expect(take(file)).rejects.toThrow();
      world = undisturbed;
      await take(file);
      expect((await bytesIn(file)).equals(bytesOf(1))).toBe(true);
    }
  },
);

it("takes no file whose length a proxy has dropped, since it could have been cut unnoticed", async () => {
  world = { ...undisturbed, dropsLength: true, breakAfter: 200_000, endsNormally: true };
  const message = /^The file came without its length, .* Nothing was saved\./;
  await expect(take(new TakenFile(address))).rejects.toMatchObject({ name: "FileRefused", message });
});

it("begins anew if the server can no longer make what it began", async () => {
  const file = new TakenFile(address);
  world = { ...undisturbed, breakAfter: 100_000 };
  await expect(take(file)).rejects.toThrow();
  expect(file.byteCount).toBeGreaterThan(50_000);
  world = { ...undisturbed, version: 2 };
  await take(file);
  expect(file.name).toBe("file-2.bin");
  expect((await bytesIn(file)).equals(bytesOf(2))).toBe(true);
});

it("takes no more than a page can hold", async () => {
  const file = new TakenFile(address, 100_000);
  await expect(take(file)).rejects.toMatchObject({ name: "FileTooLarge" });
});

it("says what the server says when it gives none", async () => {
  const file = new TakenFile(address.replace("file", "refused"));
  const refused = { name: "FileRefused", message: "Confirm that it is you first." };
  await expect(take(file)).rejects.toMatchObject(refused);
});

it("ends when it is told to", async () => {
  const file = new TakenFile(address);
  const ending = new AbortController();
  const taking = file.takeRest(ending.signal, () => ending.abort());
  await expect(taking).rejects.toMatchObject({ name: "AbortError" });
  expect(file.byteCount).toBeLessThan(bytesOf(1).length);
});
