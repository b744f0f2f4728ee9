import { z } from "zod";
import { selectionWays } from "#server/audit-log/panel-ways.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { studyLimits } from "./study-limits.ts";

const quotaDraftSchema = z.strictObject({
  attribute: textSchema(studyLimits.attributeText),
  value: textSchema(studyLimits.attributeText),
  /** Both empty: no quota. */
  least: textSchema(40),
  most: textSchema(40),
});

/** How panels are chosen, as typed; the form is components/setup/panel/selection-fields.tsx. */
export const panelSelectionDraftSchema = z.strictObject({
  how: z.enum(selectionWays),
  /** For a lot with quotas. */
  quotas: z.array(quotaDraftSchema).max(studyLimits.quotas),
});

export type QuotaDraft = z.output<typeof quotaDraftSchema>;
export type PanelSelectionDraft = z.output<typeof panelSelectionDraftSchema>;
