import { findStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { type Signer, verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { secretMismatch } from "#server/platform/app/seed-trees.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

/** The signer and witnesses of a study's checkpoints. They are fixed when the study begins, except for the name. */
export type StudyCheckpoints = EntryBody<"study.created">["checkpoints"];

/** Returns the checkpoint settings in a new study's first entry. */
export function checkpointsFor({ secrets, witnesses }: IdentityParts, studyId: string): StudyCheckpoints {
  const origin = `${serverName()}/${studyId}`;
  const { publicKey } = verifierOf(signerOf({ secrets }, origin));
  return { origin, key: publicKey, witnesses: witnesses.map(({ key }) => key) };
}

/**
 * Returns the server's verifier key. A witness's operator configures it, and the witness then accepts all logs of this
 * server.
 */
export function serverKeyText({ secrets }: Pick<App, "secrets">): string {
  return verifierKeyText(verifierOf(signerOf({ secrets }, serverName())));
}

function serverName(): string {
  return publicAddress("/studies").replace(/^https?:\/\//, "");
}

type IdentityParts = Pick<App, "secrets" | "witnesses">;

/** Returns the signer of a log. The server has one key and signs with it under the name of each log. */
export function signerOf({ secrets }: Pick<App, "secrets">, origin: string): Signer & { type: "ed25519" } {
  return { name: origin, type: "ed25519", secretKey: secrets.checkpointKey };
}

/**
 * Finds the checkpoint settings of a study's first entry, under the name that applies since a lost history was
 * accepted; undefined for a draft and for a study that does not exist.
 */
export async function findStudyCheckpoints(
  db: Reader,
  studyId: string,
): Promise<StudyCheckpoints | undefined> {
  const checkpoints = (await findGenesisEntry(db, studyId))?.checkpoints;
  const origin = (await findStudy(db, studyId))?.restoredOrigin ?? null;
  return checkpoints === undefined || origin === null ? checkpoints : { ...checkpoints, origin };
}

/** Counts the witnesses that cosign the checkpoints of a study. */
export async function countWitnesses(db: Reader, studyId: string): Promise<number> {
  return (await findStudyCheckpoints(db, studyId))?.witnesses.length ?? 0;
}

/** Checks that this server's key is the one that the study began with. @throws DomainError "secret-mismatch" */
export function requireOwnKey(app: Pick<App, "secrets">, { origin, key }: StudyCheckpoints): void {
  if (verifierOf(signerOf(app, origin)).publicKey !== key) throw secretMismatch();
}
