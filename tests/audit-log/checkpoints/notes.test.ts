import { createPrivateKey, createPublicKey, sign as nodeSign, verify as nodeVerify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkpointText, parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import {
  keyId,
  parseVerifierKey,
  type Signer,
  verifierKeyText,
  verifierOf,
} from "#server/audit-log/checkpoints/keys.ts";
import { noteText, parseNote } from "#server/audit-log/checkpoints/note.ts";
import { cosign, signNote } from "#server/audit-log/checkpoints/sign.ts";
import { verifyNote } from "#server/audit-log/checkpoints/verify.ts";
import { codeOf } from "../log-error-code.ts";
import { hex } from "../sample-log.ts";

// The vector of C2SP signed-note.
const vector = {
  key: "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
  note: "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n",
};

const author = { name: "log.example/studies/1", type: "ed25519", secretKey: hex("a") } as const;
const witness = { name: "witness.example", type: "ed25519-cosignature", secretKey: hex("b") } as const;
const checkpoint = { origin: author.name, size: 12, root: hex("c") };
const text = checkpointText(checkpoint);

/** The same key for Node's Ed25519. */
function nodeKey({ secretKey }: Signer) {
  const der = Buffer.concat([
    Buffer.from("302e020100300506032b657004220420", "hex"),
    Buffer.from(secretKey, "hex"),
  ]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

describe("signed notes", () => {
  it("are read, verified and written as in the published vector", () => {
    const key = parseVerifierKey(vector.key);
    const note = parseNote(vector.note);
    expect(note.text).toBe("This is an example message.\n");
    expect(verifyNote(note, [key])).toEqual([{ key, at: null }]);
    expect(noteText(note)).toBe(vector.note);
    expect(verifierKeyText(key)).toBe(vector.key);
    expect(keyId(key)).toBe("530d903a");
  });

  it("are signed as by Node", () => {
    const { bytes } = signNote(text, author);
    expect(Buffer.from(bytes)).toEqual(nodeSign(null, Buffer.from(text), nodeKey(author)));
  });

  it("have cosignatures over the kind, the time and the text", () => {
    const { bytes } = cosign(text, witness, 1_700_000_000);
    expect(Buffer.from(bytes.slice(0, 8)).readBigUInt64BE()).toBe(1_700_000_000n);
    const message = Buffer.from(`cosignature/v1\ntime 1700000000\n${text}`);
    const key = createPublicKey(nodeKey(witness));
    expect(nodeVerify(null, message, key, bytes.slice(8))).toBe(true);
    const note = { text, signatures: [signNote(text, author), cosign(text, witness, 1_700_000_000)] };
    const read = parseNote(noteText(note));
    const keys = [author, witness].map(verifierOf);
    expect(verifyNote(read, keys)).toEqual([
      { key: keys[0], at: null },
      { key: keys[1], at: 1_700_000_000 },
    ]);
  });

  it("are refused if a known key's signature is forged, and unknown keys are ignored", () => {
    const note = { text, signatures: [signNote(text, author), cosign(text, witness, 5)] };
    const other = { ...note, text: text.replace("12", "13") };
    expect(codeOf(() => verifyNote(other, [verifierOf(author)]))).toBe("note-signature");
    expect(codeOf(() => verifyNote(other, [verifierOf(witness)]))).toBe("note-signature");
    expect(verifyNote(other, [verifierOf({ ...author, secretKey: hex("d") })])).toEqual([]);
    // Neither kind is accepted as the other.
    const asAuthor = verifierOf({ ...witness, type: "ed25519" });
    expect(verifyNote(note, [asAuthor])).toEqual([]);
  });

  it("count once for each key, even if repeated", () => {
    const signatures = [signNote(text, author), cosign(text, witness, 5), cosign(text, witness, 6)];
    const keys = [author, witness].map(verifierOf);
    expect(verifyNote({ text, signatures: [...signatures, ...signatures] }, keys)).toEqual([
      { key: keys[0], at: null },
      { key: keys[1], at: 5 },
    ]);
  });

  it("are refused if a cosignature is truncated or its time out of range", () => {
    const key = verifierOf(witness);
    const verify = (at: number, length = 72) => {
      const signed = cosign(text, witness, at);
      return () =>
        verifyNote({ text, signatures: [{ ...signed, bytes: signed.bytes.slice(0, length) }] }, [key]);
    };
    expect(verify(Number.MAX_SAFE_INTEGER)()).toEqual([{ key, at: Number.MAX_SAFE_INTEGER }]);
    expect(codeOf(verify(2 ** 53))).toBe("note-signature");
    for (const length of [4, 8, 71])
      expect(verify(5, length)).toThrow("a cosignature has a time and 64 bytes");
  });

  it("are refused for keys that are not a point, or under which every text is signed", () => {
    const signedBy = (publicKey: string, bytes: Uint8Array) => () => {
      const key = { name: "any", type: "ed25519", publicKey } as const;
      return verifyNote({ text, signatures: [{ name: "any", keyId: keyId(key), bytes }] }, [key]);
    };
    const one = Uint8Array.of(1, ...new Uint8Array(31));
    const weakKey = Uint8Array.of(...one, ...new Uint8Array(32));
    expect(codeOf(signedBy(Buffer.from(one).toString("hex"), weakKey))).toBe("note-signature");
    const { bytes } = signNote(text, author);
    for (const publicKey of [`02${"00".repeat(31)}`, "ff".repeat(32)])
      expect(codeOf(signedBy(publicKey, bytes))).toBe("note-signature");
    const { publicKey } = verifierOf(author);
    for (const other of [bytes.slice(0, 63), Uint8Array.of(...bytes, 0), bytes.map(() => 255)])
      expect(codeOf(signedBy(publicKey, other))).toBe("note-signature");
  });

  it("are refused with any byte of text, time or signature changed", () => {
    const keys = [author, witness].map(verifierOf);
    const whole = Buffer.from(
      noteText({ text, signatures: [signNote(text, author), cosign(text, witness, 5)] }),
    );
    const both = (note: Buffer) => {
      const read = parseNote(note.toString("utf8"));
      return verifyNote(read, keys).length === 2;
    };
    expect(both(whole)).toBe(true);
    let seen = 0;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const forged = Buffer.from(whole);
        forged[at] = (forged[at] as number) ^ change;
        let isBelieved = false;
        const code = codeOf(() => {
          isBelieved = both(forged);
        });
        seen += 1;
        expect(isBelieved, `byte ${at} by ${change}: ${code}`).toBe(false);
      }),
      { numRuns: 300, seed: 8032 },
    );
    expect(seen).toBe(300);
  });

  it("are refused in other shapes", () => {
    const line = vector.note.split("\n")[2] ?? "";
    const long = "a".repeat(100_000 - line.length - 3);
    const broken = [
      "",
      "text\n",
      "text\n\n",
      `text\n\n${line}`,
      `text\n\n${line}x`,
      `x${line}\n`,
      `\ud800\n\n${line}\n`,
      `text\r\n\n${line}\n`,
      `text\n\n${line}\nmore\n`,
      `text\n\n${line.replace("—", "-")}\n`,
      `text\n\n${line.replace("=", "")}\n`,
      `text\n\n— a+b ${line.split(" ")[2]}\n`,
      "text\n\n— a AAAAAA==\n",
      `text\n\n${`${line}\n`.repeat(101)}`,
      `${long}a\n\n${line}\n`,
    ];
    for (const note of broken)
      expect([note.slice(0, 80), codeOf(() => parseNote(note))]).toEqual([note.slice(0, 80), "note-shape"]);
    expect(parseNote(`text\n\n${`${line}\n`.repeat(100)}`).signatures).toHaveLength(100);
    expect(parseNote(`${long}\n\n${line}\n`).text).toBe(`${long}\n`);
    expect(parseNote(`\n\n${line}\n`).text).toBe("\n");
    expect(parseNote("text\n\n— a AAAAAAA=\n").signatures).toMatchObject([{ bytes: Uint8Array.of(0) }]);
  });

  it("have keys with one encoding", () => {
    const [name, id, base64] = vector.key.split("+") as [string, string, string];
    expect(codeOf(() => parseVerifierKey(`${name}+00000000+${base64}`))).toBe("key-shape");
    expect(codeOf(() => parseVerifierKey(`a b+${id}+${base64}`))).toBe("key-shape");
    expect(codeOf(() => parseVerifierKey(`${name}+${id}`))).toBe("key-shape");
    expect(codeOf(() => parseVerifierKey(`${name}+${id}+Bg==`))).toBe("key-shape");
    expect(codeOf(() => parseVerifierKey(`${name}+${id}+AQ==`))).toBe("key-shape");
    expect(codeOf(() => parseVerifierKey(`${name}+${id}+%`))).toBe("base64");
    const sentences = [`${name}+${id}`, `${name}+${id}+Bg==`, `${name}+${id}+AQ==`];
    expect(() => parseVerifierKey(sentences[0] ?? "")).toThrow("is written name+id+base64");
    expect(() => parseVerifierKey(sentences[1] ?? "")).toThrow("keys of type 6 are not supported");
    expect(() => parseVerifierKey(sentences[2] ?? "")).toThrow("an Ed25519 key has 32 bytes");
    const typeOf = (signer: Signer) => {
      const [, , bytes = ""] = verifierKeyText(verifierOf(signer)).split("+");
      return Buffer.from(bytes, "base64")[0];
    };
    expect([author, witness].map(typeOf)).toEqual([1, 4]);
    for (const signer of [author, witness]) {
      const key = verifierOf(signer);
      expect(parseVerifierKey(verifierKeyText(key))).toEqual(key);
    }
  });
});

describe("checkpoints", () => {
  it("are three lines and are read back", () => {
    expect(text).toBe(`log.example/studies/1\n12\n${Buffer.from(hex("c"), "hex").toString("base64")}\n`);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
    expect(parseCheckpoint(`${text}an extension\n`)).toEqual(checkpoint);
  });

  it("are refused in any other form", () => {
    const root = text.split("\n")[2];
    const broken = [
      "",
      "a\n",
      "a\n1\n",
      `\n1\n${root}\n`,
      `a\n01\n${root}\n`,
      `a\n-1\n${root}\n`,
      "a\n1\nAAAA\n",
    ];
    broken.push(`a\n1\n${root}`, `a\n1\n${root}\n\n`, `a\n9007199254740993\n${root}\n`, `a\n1\n${root}=\n`);
    for (const one of broken)
      expect([one, codeOf(() => parseCheckpoint(one))]).toEqual([one, "checkpoint-shape"]);
    expect(codeOf(() => checkpointText({ ...checkpoint, origin: "a\nb" }))).toBe("checkpoint-shape");
    expect(codeOf(() => checkpointText({ ...checkpoint, size: -1 }))).toBe("range");
    expect(codeOf(() => checkpointText({ ...checkpoint, root: "c" }))).toBe("not-hex");
  });
});
