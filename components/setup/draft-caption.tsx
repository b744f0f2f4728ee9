"use client";

import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { useDraft } from "./draft-context.tsx";
import { SaveMark } from "./save-mark.tsx";

export function DraftCaption() {
  const { draft } = useDraft();
  return (
    <Caption label="The draft in short">
      <CaptionBox label="Study">
        <span className="truncate">{draft.purpose.name.trim() || "Study without a name"}</span>
      </CaptionBox>
      <CaptionBox label="State">Draft</CaptionBox>
      <CaptionBox label="Your role">Operator</CaptionBox>
      <CaptionBox label="Saved">
        <SaveMark />
      </CaptionBox>
    </Caption>
  );
}
