"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import type { DraftView } from "#server/studies/drafts/open-draft.ts";
import { rulesContext } from "#server/study/rules/rules.ts";
import { missingIn } from "#server/study/settings/missing-in-draft.ts";
import { DraftContext, useShown } from "./draft-context.tsx";
import { type DraftSaver, type DraftSaveState, draftSaver } from "./draft-saver.ts";

/** Errors that may be gone when the same save is sent again. */
const passing = ["busy", "storage-full", "storage-failing"];

/** Holds the draft for all steps, so that changing the step never waits for a save. */
export function DraftProvider({
  studyId,
  initial,
  children,
}: {
  studyId: string;
  initial: DraftView;
  children: ReactNode;
}) {
  const [view, setView] = useState(initial);
  const [isTyping, setTyping] = useState(false);
  const [saveState, setSaveState] = useState<DraftSaveState>({ kind: "saved", at: initial.draft.savedAt });
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const ref = useRef<DraftSaver>(null);
  ref.current ??= draftSaver(initial.draft, {
    save: (revision, parts) => client.drafts.save.mutate({ studyId, revision, parts }),
    failureOf: (error) => {
      const { message, code } = refusalOf(error);
      return { message, isFinal: code !== null && !passing.includes(code) };
    },
    report: setSaveState,
    onSaved: ({ people }) => {
      if (people !== undefined) void queries.invalidateQueries(trpc.drafts.check.queryFilter({ studyId }));
      // a picture of the draft before this save may still be on its way, and must not count as the present one
      const start = trpc.drafts.start.queryFilter({ studyId });
      void queries.cancelQueries(start).then(() => queries.invalidateQueries(start));
    },
  });
  const saver = ref.current;

  const actions = useMemo(() => {
    async function reload() {
      const fresh = await client.drafts.read.query({ studyId });
      if (fresh === null) return location.replace(`/studies/${studyId}`);
      saver.restart(fresh.draft);
      setView(fresh);
      await queries.invalidateQueries(trpc.drafts.check.queryFilter({ studyId }));
      await queries.invalidateQueries(trpc.drafts.start.queryFilter({ studyId }));
    }
    return {
      reload,
      change: (parts: DraftParts) => {
        const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
        setView((before) => ({ ...before, draft: { ...before.draft, ...given } }));
        saver.change(parts);
      },
      flush: async () => ((await saver.flush()) ? saver.revision() : null),
    };
  }, [client, queries, saver, studyId, trpc]);

  // The back button may restore an outdated page.
  useEffect(() => {
    void client.drafts.read.query({ studyId }).then((fresh) => {
      if (fresh === null) location.replace(`/studies/${studyId}`);
      else if (fresh.draft.revision > saver.revision() && !saver.isDirty()) {
        saver.restart(fresh.draft);
        setView(fresh);
      }
    }, ignoreOffline);
    return () => void saver.flush();
  }, [client, saver, studyId]);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!saver.isDirty()) return;
      void saver.flush();
      event.preventDefault();
    };
    const hide = () => document.visibilityState === "hidden" && void saver.flush();
    addEventListener("beforeunload", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      removeEventListener("beforeunload", leave);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [saver]);

  const value = useMemo(() => {
    const { draft, reading } = view;
    const facts = {
      missing: missingIn(draft, reading),
      rules: rulesContext(draft, reading),
      isChecked: true,
    };
    return { studyId, ...view, ...facts, saveState, ...actions };
  }, [studyId, view, saveState, actions]);
  const shown = useShown(value.missing, isTyping);
  return (
    <DraftContext value={useMemo(() => ({ ...value, shown, setTyping }), [value, shown])}>
      {children}
    </DraftContext>
  );
}

/**
 * Ignores connection errors: the initial data is good enough, and the next save reports it if the server is
 * unreachable.
 */
const ignoreOffline = () => undefined;
