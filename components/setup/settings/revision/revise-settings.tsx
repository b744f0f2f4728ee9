"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { AskAgain } from "#components/ui/ask-again.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as words from "#messages/setupSettings.ts";
import * as t from "#messages/studySettings.ts";
import type { Outputs } from "#server/http/outputs.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { DraftContext, type Drafting, useShown } from "../../draft-context.tsx";
import { TypingArea } from "../../typing-area.tsx";
import { DaysField } from "../questions-section.tsx";
import { SettingsSections } from "../settings-sections.tsx";

type Typed = Outputs["studies"]["settings"];

/** Form that revises the settings of a published study, with what changes shown before it is confirmed. */
export function ReviseSettings({ studyId, typed }: { studyId: string; typed: Typed }) {
  const { kind, settings: before, hasStart, isOpened } = typed;
  const [settings, setSettings] = useState(before);
  const [isTyping, setTyping] = useState(false);
  const {
    data: rules = null,
    error,
    refetch,
  } = useQuery({
    queryKey: ["revision-rules"],
    queryFn: loadRules,
    enabled: settings !== before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const missing = useMemo(
    () => rules?.revisionProblems(before, { kind, settings }, hasStart) ?? [],
    [rules, before, kind, settings, hasStart],
  );
  const shown = useShown(missing, isTyping);
  const drafting = useMemo(
    (): Drafting => ({
      ...unsaved,
      studyId,
      draft: { ...newDraft("", 0, { kind }), settings },
      missing,
      isChecked: rules !== null || settings === before,
      shown,
      change: ({ settings: changed }) => changed && setSettings(changed),
      setTyping,
    }),
    [studyId, kind, before, settings, rules, missing, shown],
  );
  return (
    <DraftContext value={drafting}>
      <TypingArea>
        {isOpened ? (
          <Section title={t.usualDeadline()} note={t.afterOpening()}>
            <div className="max-w-measure">
              <DaysField />
            </div>
          </Section>
        ) : (
          <SettingsSections />
        )}
      </TypingArea>
      <Section title={t.changes()} note={t.changesNote({ isOpened })}>
        {error && <AskAgain refusal={refusalOf(error).message} onAsk={() => void refetch()} />}
        {rules && shown.length > 0 && <rules.MissingProblems title={t.correctFirst()} problems={shown} />}
        <Confirm {...{ studyId, typed, settings, rules, isWell: missing.length === 0 }} />
      </Section>
    </DraftContext>
  );
}

/** A published study has no file, and its form is saved only when it is confirmed. */
const unsaved: Pick<Drafting, "file" | "reading" | "hasBeacon" | "rules" | "saveState" | "flush" | "reload"> =
  {
    file: null,
    reading: null,
    hasBeacon: null,
    rules: null,
    saveState: { kind: "saved", at: 0 },
    flush: async () => null,
    reload: async () => undefined,
  };

/** Loads the checks of changed settings and their words, which a page without a change does not need. */
async function loadRules() {
  const [{ changedSettings, revisionProblems }, { settingValue }, { MissingProblems }] = await Promise.all([
    import("#server/study/settings/revision-problems.ts"),
    import("./setting-value.ts"),
    import("../../missing-problems.tsx"),
  ]);
  return { changedSettings, revisionProblems, settingValue, MissingProblems };
}

type ConfirmProps = {
  studyId: string;
  typed: Typed;
  settings: SettingsDraft;
  /** Null until something is changed. */
  rules: Awaited<ReturnType<typeof loadRules>> | null;
  isWell: boolean;
};

function Confirm({ studyId, typed, settings, rules, isWell }: ConfirmProps) {
  const router = useRouter();
  const revise = useMutation(
    useTRPC().studies.reviseSettings.mutationOptions({
      onSuccess: () => {
        router.push(`/studies/${studyId}/settings`);
        router.refresh();
      },
    }),
  );
  const { settings: before, revision } = typed;
  const changed = rules?.changedSettings(before, settings) ?? [];
  return (
    <div className="grid gap-4" aria-live="polite">
      {rules === null || changed.length === 0 ? (
        <p>{t.nothingChanged()}</p>
      ) : (
        <DataTable
          bare
          fold
          caption={t.changes()}
          rows={changed}
          keyOf={(setting) => setting}
          columns={[
            [t.setting(), (setting) => words.settingName({ setting })],
            [t.now(), (setting) => rules.settingValue(setting, before)],
            [t.then(), (setting) => rules.settingValue(setting, settings)],
          ]}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="act"
          disabled={changed.length === 0 || !isWell || revise.isPending}
          onClick={() => revise.mutate({ studyId, revision, settings })}
        >
          {t.reviseNow({ count: changed.length })}
        </Button>
        <ButtonLink href={`/studies/${studyId}/settings`}>{t.keepSettings()}</ButtonLink>
      </div>
      <ErrorNotice error={revise.error} />
    </div>
  );
}
