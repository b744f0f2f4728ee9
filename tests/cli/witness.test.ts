import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { type Signer, verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { noteText, readSignatureLine } from "#server/audit-log/checkpoints/note.ts";
import { signNote } from "#server/audit-log/checkpoints/sign.ts";
import { verifyNote } from "#server/audit-log/checkpoints/verify.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { requestBody } from "#server/platform/witnesses/ask.ts";
import { naiveProof } from "#tests/audit-log/tree/naive-tree.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { type RunningWitness, startWitness } from "#tests/setup/witness.ts";

const server = { name: "log.example/studies", type: "ed25519", secretKey: fixedBytes("server") } as const;
const servers = [verifierKeyText(verifierOf(server))];
const origin = `${server.name}/1`;
const log = Array.from({ length: 12 }, (_, index) => entryHash(`entry ${index}`));

type Claim = { entries?: readonly string[]; of?: string; by?: Signer & { type: "ed25519" } };

function noteOf({ entries = log, of = origin, by = { ...server, name: of } }: Claim = {}) {
  const text = checkpointText({ origin: of, size: entries.length, root: treeRoot(entries) });
  return { text, note: noteText({ text, signatures: [signNote(text, by)] }) };
}

let folder: string;
let running: RunningWitness;

async function post(body: string) {
  const response = await fetch(`${running.witness.address}/add-checkpoint`, { method: "POST", body });
  const type = response.headers.get("content-type");
  return { status: response.status, type, text: await response.text() };
}

/** Requests a cosignature of the log's first entries. */
function add(oldSize: number, claim: Claim & { proof?: string[] } = {}) {
  const { entries = log, proof = oldSize === 0 ? [] : naiveProof(oldSize, entries) } = claim;
  return post(requestBody({ oldSize, proof, note: noteOf(claim).note }));
}

describe("a witness in a separate process", () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenhand-witness-"));
    running = await startWitness(folder, { servers });
  });
  afterEach(async () => {
    await running.kill();
    await rm(folder, { recursive: true });
  });

  it("cosigns a log from its beginning and its growth, with the printed key", async () => {
    for (const [oldSize, size] of [
      [0, 5],
      [5, 5],
      [5, 12],
    ] as const) {
      const entries = log.slice(0, size);
      const before = Math.floor(Date.now() / 1_000);
      const answer = await add(oldSize, { entries });
      expect(answer.status).toBe(200);
      const signature = readSignatureLine(answer.text.trimEnd());
      const { text } = noteOf({ entries });
      const [verified] = verifyNote({ text, signatures: [signature] }, [running.witness.verifier]);
      expect(verified?.at).toBeGreaterThanOrEqual(before);
      expect(verified?.at).toBeLessThanOrEqual(Date.now() / 1_000);
      expect(answer.text.startsWith("— witness.example ")).toBe(true);
    }
  });

  it("answers 400 to a malformed request, and to an old size above the checkpoint's", async () => {
    const { note } = noteOf();
    const malformed = [
      "",
      "old 0\n",
      `old 01\n\n${note}`,
      `older 0\n\n${note}`,
      `old 0\n${note}`,
      `old 0\n\nno note\n`,
    ];
    malformed.push(`old 0\nAAAA=\n\n${note}`, `old 0\n${"A===\n".repeat(3)}\n${note}`);
    malformed.push(`old 1\n${`${Buffer.alloc(32).toString("base64")}\n`.repeat(64)}\n${note}`);
    for (const body of malformed) expect([body, (await post(body)).status]).toEqual([body, 400]);
    expect((await add(13, { proof: [] })).status).toBe(400);
  });

  it("answers 404 for an unknown log, and 403 without its key's signature", async () => {
    const unknown = { ...server, name: "other.example/studies/1" };
    expect((await add(0, { of: unknown.name, by: unknown })).status).toBe(404);
    // The server's name alone, or as the prefix of another name, is not one of its logs.
    for (const of of [server.name, `${server.name}x/1`]) expect((await add(0, { of })).status).toBe(404);
    const forger = { ...server, name: origin, secretKey: fixedBytes("forger") };
    expect((await add(0, { by: forger })).status).toBe(403);
    const { note } = noteOf({ entries: log.slice(0, 3) });
    const body = requestBody({ oldSize: 0, proof: [], note: note.replace("\n3\n", "\n4\n") });
    expect((await post(body)).status).toBe(403);
  });

  it("answers 409 with the size it cosigned last", async () => {
    expect(await add(3)).toEqual({ status: 409, type: "text/x.tlog.size", text: "0\n" });
    await add(0, { entries: log.slice(0, 7) });
    expect(await add(0)).toEqual({ status: 409, type: "text/x.tlog.size", text: "7\n" });
  });

  it("answers 422 to another history: rewritten, different at the same size, or with a proof from nothing", async () => {
    expect((await add(0, { proof: [log[0] as string] })).status).toBe(422);
    await add(0, { entries: log.slice(0, 7) });
    const rewritten = log.with(2, entryHash("another"));
    expect((await add(7, { entries: rewritten })).status).toBe(422);
    expect((await add(7, { entries: rewritten.slice(0, 7), proof: [] })).status).toBe(422);
    expect((await add(7, { proof: [] })).status).toBe(422);
    // None of these requests was remembered.
    expect((await add(7)).status).toBe(200);
  });

  it("serves one path and one method, and refuses long bodies", async () => {
    const status = async (path: string, init: RequestInit) =>
      (await fetch(`${running.witness.address}${path}`, init)).status;
    expect(await status("/", {})).toBe(404);
    expect(await status("/add-checkpoint", {})).toBe(405);
    expect(await status("/add-checkpoint", { method: "POST", body: "a".repeat(100_001) })).toBe(413);
  });

  it("cosigns one of two simultaneous conflicting growths, never both", async () => {
    await add(0, { entries: log.slice(0, 4) });
    const another = log.with(9, entryHash("another"));
    for (let race = 0; race < 5; race += 1) {
      const of = `${server.name}/race-${race}`;
      await add(0, { of, entries: log.slice(0, 4) });
      const answers = await Promise.all([add(4, { of }), add(4, { of, entries: another })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it("remembers its cosignatures after a kill, and keeps its key", async () => {
    expect((await add(0, { entries: log.slice(0, 7) })).status).toBe(200);
    const before = running.witness.key;
    await running.kill();
    running = await startWitness(folder, { servers });
    expect(running.witness.key).toBe(before);
    const rewritten = log.with(2, entryHash("another"));
    expect((await add(0, { entries: rewritten })).text).toBe("7\n");
    expect((await add(7, { entries: rewritten })).status).toBe(422);
    expect((await add(7)).status).toBe(200);
  });

  it("never forgets a cosignature that it sent, even when killed during its work", async () => {
    const entries: string[] = [];
    let signed = 0;
    for (let kill = 0; kill < 4; kill += 1) {
      const { promise: isBusy, resolve: busy } = Promise.withResolvers<void>();
      const growing = (async () => {
        for (let count = 0; ; count += 1) {
          if (count === 2) busy();
          entries.push(entryHash(`grown ${entries.length}`));
          const before = signed;
          const answer = await add(before, { entries: [...entries] }).catch(() => null);
          if (answer === null) return;
          expect([200, 409]).toContain(answer.status);
          // A cosignature that was written but not sent before the kill counts as given.
          signed = answer.status === 200 ? entries.length : Number(answer.text);
          expect(signed).toBeGreaterThanOrEqual(before);
        }
      })();
      await isBusy;
      await new Promise((resolve) => setTimeout(resolve, 3 * kill));
      await running.kill();
      await growing;
      running = await startWitness(folder, { servers });
    }
    expect(signed).toBeGreaterThanOrEqual(8);
    // One that the last kill left written but unsent counts as given too.
    const kept = Number((await add(0, { entries: log })).text);
    expect(kept).toBeGreaterThanOrEqual(signed);
    expect(kept).toBeLessThanOrEqual(entries.length);
  });

  it("keeps its key readable for its user only, and refuses a second witness on its folder", async () => {
    expect((await stat(join(folder, "key.json"))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(folder, "key.json"), "utf8"))).toMatchObject({
      secretKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await expect(startWitness(folder, { servers })).rejects.toThrow(/in use by another witness/);
  });
});

it.each([
  [["--server", servers[0] as string], /--name is missing/],
  [["--name", "a b", "--server", servers[0] as string], /--name: the name of a key/],
  [["--name", "a"], /--server is missing/],
  [["--name", "a", "--server", "x"], /--server: a verifier key is written/],
  [["--name", "a", "--server", servers[0] as string, "--port", "x"], /--port must be a port/],
  [["--name", "a", "--serve", "x"], /--serve/],
])("a witness started with %j says what to correct", async (args, message) => {
  const { readWitnessOptions } = await import("#server/cli/witness/options.ts");
  expect(() => readWitnessOptions(args)).toThrow(message);
});
