import { describe, expect, it } from "vitest";
import type { CheckpointKeys } from "#server/audit-log/checkpoints/check-log.ts";
import { checkpointText } from "#server/audit-log/checkpoints/checkpoint.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import { noteText } from "#server/audit-log/checkpoints/note.ts";
import { cosign, signNote } from "#server/audit-log/checkpoints/sign.ts";
import { entryHash } from "#server/audit-log/hash.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { findingOf } from "#tests/setup/noted.ts";
import { hex } from "../sample-log.ts";

const origin = "evenhand.example/studies/1";
const server = { name: origin, type: "ed25519", secretKey: hex("a") } as const;
const witness = { name: "witness.example", type: "ed25519-cosignature", secretKey: hex("b") } as const;
const keys: CheckpointKeys = {
  origin,
  key: verifierOf(server).publicKey,
  witnesses: [verifierKeyText(verifierOf(witness))],
};
const log = Array.from({ length: 20 }, (_, index) => entryHash(`entry ${index}`));

function kept(entries: readonly string[], { by = server, of = origin } = {}): string {
  const text = checkpointText({ origin: of, size: entries.length, root: treeRoot(entries) });
  return noteText({ text, signatures: [signNote(text, by), cosign(text, witness, 1_800_000_000)] });
}

describe("a log compared with a kept checkpoint", () => {
  it("is accepted as long as it begins with the signed entries", () => {
    for (const size of [0, 1, 7, 20]) {
      const finding = findingOf(log, kept(log.slice(0, size)), keys);
      expect(finding).toMatchObject({
        kind: "holds",
        checkpoint: { size },
        cosigned: [{ at: 1_800_000_000 }],
      });
    }
  });

  it("is detected if truncated, even by one entry", () => {
    const note = kept(log);
    expect(findingOf(log.slice(0, 19), note, keys)).toMatchObject({
      kind: "truncated",
      checkpoint: { size: 20 },
      entryCount: 19,
    });
    expect(findingOf([], note, keys)).toMatchObject({ kind: "truncated", entryCount: 0 });
  });

  it("is detected by either checkpoint if shown differently to two people", () => {
    const shownToAnother = log.with(12, entryHash("another opening"));
    expect(findingOf(log, kept(shownToAnother), keys)).toMatchObject({ kind: "other-log" });
    expect(findingOf(shownToAnother, kept(log), keys)).toMatchObject({ kind: "other-log" });
    // A checkpoint from before the split fits both.
    expect(findingOf(shownToAnother, kept(log.slice(0, 12)), keys).kind).toBe("holds");
  });

  it("is detected with an inserted entry, or two exchanged", () => {
    expect(findingOf(log.toSpliced(3, 0, entryHash("more")), kept(log), keys).kind).toBe("other-log");
    const exchanged = log.with(3, log[4] as string).with(4, log[3] as string);
    expect(findingOf(exchanged, kept(log), keys).kind).toBe("other-log");
  });

  it("is not judged by a text that is not its checkpoint", () => {
    const whyOf = (note: string) => findingOf(log, note, keys);
    expect(whyOf("nothing")).toMatchObject({ kind: "no-checkpoint" });
    expect(whyOf(kept(log, { of: "another" }))).toMatchObject({ why: { code: "checkpoint-origin" } });
    const stranger = { ...server, secretKey: hex("c") };
    expect(whyOf(kept(log, { by: stranger }))).toMatchObject({ why: { code: "checkpoint-unsigned" } });
    expect(whyOf(kept(log).replace("\n20\n", "\n19\n"))).toMatchObject({ kind: "no-checkpoint" });
    const broken = { ...keys, witnesses: null } as unknown as CheckpointKeys;
    expect(() => findingOf(log, kept(log), broken)).toThrow(TypeError);
  });
});
