import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { type Signer, verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { noteText, signatureLine } from "#server/audit-log/checkpoints/note.ts";
import { cosign, signNote } from "#server/audit-log/checkpoints/sign.ts";
import { askWitness } from "#server/platform/witnesses/ask.ts";
import { fixedBytes } from "#tests/setup/app.ts";

const signer = {
  name: "witness.example",
  type: "ed25519-cosignature",
  secretKey: fixedBytes("witness"),
} as const satisfies Signer;
const origin = "evenhand.example/studies/1";
const text = checkpointText({ origin, size: 3, root: fixedBytes("root") });
const server = { name: origin, type: "ed25519", secretKey: fixedBytes("server") } as const;
const note = noteText({ text, signatures: [signNote(text, server)] });
const at = 1_700_000_000;
const line = signatureLine(cosign(text, signer, at));

/** Asks a witness that gives this response over HTTP. @returns the result, and what the witness received */
async function askedWith(status: number, body: string) {
  const got: string[] = [];
  const running = createServer(async (request, response) => {
    got.push(`${request.method} ${request.url}`, (await Array.fromAsync(request)).join(""));
    response.writeHead(status).end(body);
  });
  await once(running.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void running.close());
  onTestFinished(() => running.closeAllConnections());
  const { port } = running.address() as AddressInfo;
  const verifier = verifierOf(signer);
  const witness = { key: verifierKeyText(verifier), verifier, address: `http://127.0.0.1:${port}/w` };
  return { answer: await askWitness(witness, { oldSize: 2, proof: [fixedBytes("proof")], note }), got };
}

it("sends the old size, the proof and the checkpoint, and keeps the witness's line unchanged", async () => {
  const { answer, got } = await askedWith(200, `\n${line}`);
  expect(answer).toEqual({ kind: "cosigned", line, at });
  const proof = Buffer.from(fixedBytes("proof"), "hex").toString("base64");
  expect(got).toEqual(["POST /w/add-checkpoint", `old 2\n${proof}\n\n${note}`]);
});

it("a witness with another size says which", async () => {
  for (const size of [0, 1, 12])
    expect((await askedWith(409, `${size}\n`)).answer).toEqual({ kind: "other-size", size });
});

it.each([
  [200, "", "unsigned"],
  [200, "nothing\n", "unsigned"],
  [200, signatureLine(signNote(text, server)), "unsigned"],
  [400, "", "unreadable"],
  [400, "1\n", "unreadable"],
  [400, "x".repeat(16_384), "unreadable"],
  [400, "x".repeat(16_385), "silent"],
  [403, "", "unknownKey"],
  [404, "", "unknownLog"],
  [409, "01\n", "unknownForm"],
  [409, "1", "unknownForm"],
  [422, "", "otherHistory"],
  [500, "", "status"],
])("treats the response %s %j as a problem", async (status, body, kind) => {
  expect((await askedWith(status, body)).answer).toEqual({
    kind: status === 404 ? "unknown-log" : "problem",
    problem: kind === "status" ? { kind, answered: status } : { kind },
  });
});
