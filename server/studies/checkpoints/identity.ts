import { findStudy } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { type Signer, verifierKeyText, verifierOf } from "#server/audit-log/notes/keys.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { secretMismatch } from "#server/platform/app/seeds.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

/** By whom a study's checkpoints are signed: settled when it begins, but for the name. */
export type StudyCheckpoints = EntryBody<"study.created">["checkpoints"];

/** What a new study's first entry says of its checkpoints. */
export function checkpointsFor({ secrets, witnesses }: IdentityParts, studyId: string): StudyCheckpoints {
  const origin = `${serverName()}/${studyId}`;
  const { publicKey } = verifierOf(signerOf({ secrets }, origin));
  return { origin, key: publicKey, witnesses: witnesses.map(({ key }) => key) };
}

/** What whoever runs a witness sets, so that it knows all logs of this server. */
export function serverKeyText({ secrets }: Pick<App, "secrets">): string {
  return verifierKeyText(verifierOf(signerOf({ secrets }, serverName())));
}

function serverName(): string {
  return publicAddress("/studies").replace(/^https?:\/\//, "");
}

type IdentityParts = Pick<App, "secrets" | "witnesses">;

/** One key a server, which signs under the name of each log. */
export function signerOf({ secrets }: Pick<App, "secrets">, origin: string): Signer & { type: "ed25519" } {
  return { name: origin, type: "ed25519", secretKey: secrets.checkpointKey };
}

/**
 * What the study's first entry says, under the name that holds since a lost history was accepted; undefined for a draft
 * and for no study.
 */
export async function findStudyCheckpoints(
  db: Reader,
  studyId: string,
): Promise<StudyCheckpoints | undefined> {
  const checkpoints = (await findGenesisEntry(db, studyId))?.checkpoints;
  const origin = (await findStudy(db, studyId))?.restoredOrigin ?? null;
  return checkpoints === undefined || origin === null ? checkpoints : { ...checkpoints, origin };
}

/** Under which name checkpoints are signed after a lost history was accepted for the n-th time. */
export function restoredOrigin(checkpoints: StudyCheckpoints, n: number): string {
  return `${checkpoints.origin}/restored-${n}`;
}

/** How many witnesses cosign the checkpoints of a study. */
export async function countWitnesses(db: Reader, studyId: string): Promise<number> {
  return (await findStudyCheckpoints(db, studyId))?.witnesses.length ?? 0;
}

/** @throws DomainError "secret-mismatch" if this server's key is not the one the study began with */
export function requireOwnKey(app: Pick<App, "secrets">, { origin, key }: StudyCheckpoints): void {
  if (verifierOf(signerOf(app, origin)).publicKey !== key) throw secretMismatch();
}
