"use client";

import { lazy, memo, Suspense, useDeferredValue } from "react";
import { TextField } from "#components/ui/field.tsx";
import { Sheet, SheetBody, SheetHeader } from "#components/ui/sheet.tsx";
import * as t from "#messages/setup.ts";

const GuidelineText = lazy(async () => ({
  default: memo((await import("./guideline-text.tsx")).GuidelineText),
}));

/** Text field for a new version, next to a preview for auditors. */
export function GuidelineEditor({
  purpose,
  body,
  version,
  hint,
  error,
  onChange,
}: {
  purpose: string;
  body: string;
  version: number;
  hint?: string;
  error?: string | undefined;
  onChange: (body: string) => void;
}) {
  // A long text takes a moment to render; typing must not wait for it.
  const shown = { purpose: useDeferredValue(purpose), body: useDeferredValue(body) };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <TextField
        label={t.text()}
        hint={hint === undefined ? t.markdownHint() : `${hint} ${t.markdownHint()}`}
        error={error}
        rows={14}
        maxLength={20_000}
        look="font-mono text-sm"
        value={body}
        onChange={(event) => onChange(event.target.value)}
      />
      <Sheet className="min-w-0 lg:mt-6">
        <SheetHeader>
          <h3 className="text-sm font-[560]">{t.asAuditorsRead()}</h3>
          <span className="text-sm text-ink-3">{t.editedVersion({ version })}</span>
        </SheetHeader>
        <SheetBody className="pt-0">
          <Suspense fallback={<p className="text-ink-3">{t.nothingYet()}</p>}>
            <GuidelineText {...shown} topLevel={4} />
          </Suspense>
        </SheetBody>
      </Sheet>
    </div>
  );
}
