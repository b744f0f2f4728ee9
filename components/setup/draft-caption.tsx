"use client";

import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import * as t from "#messages/setup.ts";
import { useDraft } from "./draft-context.tsx";
import { SaveMark } from "./save-mark.tsx";

export function DraftCaption() {
  const { draft } = useDraft();
  return (
    <Caption label={t.draftInShort()}>
      <CaptionBox label={t.study()}>
        <span className="truncate">{draft.purpose.name.trim() || t.untitledStudy()}</span>
      </CaptionBox>
      <CaptionBox label={t.state()}>{t.draft()}</CaptionBox>
      <CaptionBox label={t.yourRole()}>{t.operator()}</CaptionBox>
      <CaptionBox label={t.saved()}>
        <SaveMark />
      </CaptionBox>
    </Caption>
  );
}
