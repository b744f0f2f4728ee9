import {
  findGuideline,
  findLatestGuideline,
  insertGuideline,
  listGuidelineVersions,
} from "#db/queries/guidelines.ts";
import { listOpenRounds } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { guidelineHash } from "#server/audit-log/guidelines.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded, requireStudy, settingsOf } from "./settings.ts";

/**
 * Reads the guidelines of a study: one version in full, and a list of all versions. Every version stays readable.
 *
 * @param version the latest unless given
 * @throws DomainError "not-found" for a version that does not exist; "study-not-ready" for a draft
 */
export function readGuidelines(app: App, { studyId, version }: { studyId: string; version?: number }) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    settingsOf(study);
    const versions = await listGuidelineVersions(db, studyId);
    const latest = versions[0]?.version ?? 1;
    const shown = await findGuideline(db, studyId, version ?? latest);
    if (shown === undefined) {
      throw new DomainError("not-found", t.guidelinesUnknown({ latest, version: version ?? latest }));
    }
    const open = await listOpenRounds(db, studyId);
    return {
      language: study.language,
      shown: { version: version ?? latest, ...shown },
      /** Newest first. */
      versions,
      /** The open rounds with the version that each keeps, oldest first. */
      openRounds: open.map(({ number, guidelineVersion }) => ({ number, version: guidelineVersion })),
    };
  });
}

/**
 * Publishes a new version of the guidelines. It applies to rounds opened from now on. Each open round keeps its version
 * (docs/decisions/0009).
 *
 * @throws DomainError "draft-outdated" if another version was published meanwhile; "bad-input" if nothing changed;
 *   "study-ended"; "study-not-ready" for a draft
 */
export function reviseGuidelines(
  app: App,
  input: { studyId: string; accountId: string; basedOn: number; purpose: string; body: string },
): Promise<{ version: number; seq: number }> {
  const { studyId, accountId, basedOn, purpose, body } = input;
  return writeStudy(app, studyId, async ({ tx, study, now, append }) => {
    settingsOf(study);
    refuseEnded(study);
    const latest = await findLatestGuideline(tx, studyId);
    if (latest?.version !== basedOn) {
      const message = t.guidelinesOutdated({ version: latest?.version ?? 0 });
      throw new DomainError("draft-outdated", message);
    }
    if (latest.purpose === purpose && latest.body === body) {
      throw new DomainError("bad-input", t.guidelinesSame({ version: basedOn }));
    }
    const version = basedOn + 1;
    const hash = guidelineHash(purpose, body);
    await insertGuideline(tx, {
      studyId,
      version,
      hash,
      purpose,
      body,
      createdBy: accountId,
      createdAt: now,
    });
    const { seq } = append("guidelines.revised", { version, hash });
    return { version, seq };
  });
}
