import { listOpenRounds } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded, settingsOf } from "./settings.ts";

/**
 * Changes how the panels of a study's next rounds are chosen.
 *
 * @throws DomainError "study-not-ready" for a draft; "study-ended"; "round-already-open" while a round is not over
 */
export function changeSelection(
  app: App,
  { studyId, selection }: { readonly studyId: string; readonly selection: PanelSelection },
): Promise<void> {
  return writeStudy(app, studyId, async ({ tx, study, append, patch }) => {
    const settings = settingsOf(study);
    refuseEnded(study);
    if ((await listOpenRounds(tx, studyId)).length > 0) {
      throw new DomainError("round-already-open", t.selectionInOpenRound());
    }
    append("panel.selection-changed", { selection });
    patch({ settings: canonicalJson({ ...settings, panel: { ...settings.panel, selection } }) });
  });
}
