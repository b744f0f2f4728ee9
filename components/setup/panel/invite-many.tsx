"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/setupPanel.ts";
import { type Links, MadeLinks } from "./made-links.tsx";

const loadSchema = async () => (await import("#server/schemas/panel.ts")).inviteManySchema;

/** Reading files is a large part of script that most pages never need. */
const ListFile = lazy(() => import("./list-file.tsx"));

/** Form that invites a list of addresses, pasted or from a file. Without mail, it offers the links as a sheet, once. */
export function InviteMany({ studyId }: { studyId: string }) {
  const [links, setLinks] = useState<Links | null>(null);
  const list = useRef<HTMLTextAreaElement>(null);
  const take = (lines: string) => {
    if (list.current) list.current.value = lines;
  };
  const { form, refusal, isBusy } = useForm(
    loadSchema,
    useSend(useTRPC().panel.inviteMany, (made) => setLinks(made.links)),
    { studyId },
  );
  return (
    <form {...form} aria-label={t.inviteMany()} className="grid max-w-measure gap-4">
      <Fold label={t.listFromFile()} isLazy>
        <Suspense>
          <ListFile studyId={studyId} take={take} />
        </Suspense>
      </Fold>
      <TextField
        label={t.manyAddresses()}
        hint={t.manyHint()}
        error={refusal.message || refusal.fields.list || undefined}
        ref={list}
        name="list"
        rows={6}
        spellCheck={false}
      />
      <Submit busy={isBusy} act={t.inviteAll()} doing={t.invitingAll()} />
      {links && <MadeLinks links={links} />}
    </form>
  );
}
