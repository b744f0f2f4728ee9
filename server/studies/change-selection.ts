import { listOpenRounds } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import * as problems from "#messages/settingProblems.ts";
import type { PanelSelection } from "#server/audit-log/panel-schemas.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { changeSettings } from "#server/platform/app/study-settings.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded, settingsOf } from "./settings.ts";

/**
 * Changes how the panels of a study's next rounds are chosen.
 *
 * @throws DomainError "study-not-ready" for a draft; "study-ended"; "round-already-open" while a round is not over;
 *   "panel-cannot-decide" for a lot or turns under a rule that names auditors
 */
export function changeSelection(
  app: App,
  { studyId, selection }: { readonly studyId: string; readonly selection: PanelSelection },
): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx, study, append, patch } = writer;
    const settings = settingsOf(study);
    refuseEnded(study);
    if ((await listOpenRounds(tx, studyId)).length > 0) {
      throw new DomainError("round-already-open", t.selectionInOpenRound());
    }
    const { rule } = settings.panel;
    if (selection.size !== null && (rule?.kind === "member" || rule?.kind === "groups")) {
      throw new DomainError("panel-cannot-decide", problems.ruleNotByLot());
    }
    append("panel.selection-changed", { selection });
    await changeSettings(writer, { ...settings, panel: { ...settings.panel, selection } });
    patch({ lotterySeq: null });
  });
}
