import { listOpenRounds } from "#db/queries/rounds.ts";
import { readGroupedRounds } from "#server/analysis/groups/grouped-rounds.ts";
import { type GroupFigures, usualLeast } from "#server/analysis/groups/groups.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import { requireStudyRecord } from "#server/studies/exports/export-data.ts";

/**
 * Reads the figures of a study's groups, from its record and closed rounds only.
 *
 * @throws DomainError "not-found", "study-not-ready"; "busy" if a person is erased during the read
 */
export async function readGroups(
  app: App,
  { studyId, least = usualLeast }: { readonly studyId: string; readonly least?: number | undefined },
) {
  const { settings, head, source } = await requireStudyRecord(app, studyId);
  const open = await app.store.read((db) => listOpenRounds(db, studyId));
  const columns = groupColumns(settings);
  const kept = processCache<Promise<GroupFigures>>("groups", { max: keptCount });
  const compute = async () =>
    app.pool.run("groupFigures", { columns, rounds: await readGroupedRounds(source), least });
  const figures =
    columns.length === 0 ? null : await madeOnce(kept, `${studyId}/${head.hash}/${least}`, compute);
  return {
    /** The last entry that the figures include. */
    head,
    openRounds: open.map(({ number }) => number),
    columns,
    /** null without group columns, and before the first round was closed. */
    figures: figures === null || figures.roundCount === 0 ? null : figures,
  };
}

const keptCount = 50;
