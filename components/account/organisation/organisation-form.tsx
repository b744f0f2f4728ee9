"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ChangeEvent, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { Field, Frame, TextField } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/organisation.ts";
import * as drafts from "#messages/organisationDrafts.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { maxLogoBytes, organisationPages } from "#server/schemas/organisation-pages.ts";
import { PlaceholdersLeft } from "./placeholders.tsx";

type Texts = Outputs["organisation"]["texts"];

const draftOf = {
  imprint: drafts.imprint,
  privacy: drafts.privacy,
  accessibility: drafts.accessibility,
};

/** Form for what the organisation says of itself on public pages; offers a draft for each text. */
export function OrganisationForm({ saved }: { saved: Texts }) {
  const router = useRouter();
  const [texts, setTexts] = useState(saved);
  const [logoProblem, setLogoProblem] = useState<string>();
  const save = useMutation(
    useTRPC().organisation.save.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const refusal = save.error === null ? null : refusalOf(save.error);
  const set = (changed: Partial<Texts>) => {
    save.reset();
    setTexts((before) => ({ ...before, ...changed }));
  };
  async function chooseLogo({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    const isFit = file.type === "image/png" && file.size <= maxLogoBytes;
    setLogoProblem(isFit ? undefined : t.logoUnfit({ kilobytes: maxLogoBytes / 1024 }));
    if (isFit) set({ logo: (await asDataAddress(file)).replace(/^[^,]*,/, "") });
    target.value = "";
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const changed = Object.entries(texts).filter(([field, text]) => text !== saved[field as keyof Texts]);
        save.mutate(Object.fromEntries(changed));
      }}
    >
      <Section title={t.whoYouAre()} note={t.whoYouAreNote()}>
        <div className="grid max-w-measure gap-4">
          <Field
            label={t.name()}
            hint={t.nameHint()}
            value={texts.name}
            maxLength={80}
            error={refusal?.fields.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Field
            label={t.contact()}
            hint={t.contactHint()}
            type="email"
            value={texts.contact}
            error={refusal?.fields.contact}
            onChange={(event) => set({ contact: event.target.value })}
          />
          <Frame
            label={t.logo()}
            hint={t.logoHint({ kilobytes: maxLogoBytes / 1024 })}
            error={logoProblem ?? refusal?.fields.logo}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept="image/png"
                className="min-w-0 text-sm file:me-3 file:min-h-9 file:rounded-sm file:border file:border-edge file:bg-sheet file:px-3 file:text-ink"
                onChange={chooseLogo}
              />
            )}
          </Frame>
          {texts.logo !== "" && (
            <p className="flex items-center gap-4">
              {/* biome-ignore lint/performance/noImgElement: Next has nothing to resize */}
              <img src={`data:image/png;base64,${texts.logo}`} alt={t.logo()} className="max-h-12 max-w-48" />
              <Button small onClick={() => set({ logo: "" })}>
                {t.removeLogo()}
              </Button>
            </p>
          )}
        </div>
      </Section>
      {organisationPages.map((page) => (
        <Section key={page} title={t.page({ page })} note={t.pageNote({ page })}>
          <div className="grid gap-3">
            <TextField
              label={t.textOf({ page })}
              hint={t.textHint()}
              error={refusal?.fields[page]}
              rows={texts[page] === "" ? 4 : 14}
              maxLength={15_000}
              value={texts[page]}
              onChange={(event) => set({ [page]: event.target.value })}
            />
            <PlaceholdersLeft text={texts[page]} />
            <p className="flex flex-wrap items-center gap-4">
              {texts[page] === "" && (
                <Button
                  small
                  onClick={() =>
                    set({
                      [page]: draftOf[page]({
                        name: texts.name || t.nameMissing(),
                        contact: texts.contact || t.contactMissing(),
                      }),
                    })
                  }
                >
                  {t.beginWithDraft({ page })}
                </Button>
              )}
              {saved[page] !== "" && <Link href={`/about/${page}`}>{t.openPage({ page })}</Link>}
            </p>
          </div>
        </Section>
      ))}
      <div className="grid justify-items-start gap-3 lg:ms-[calc(var(--margin-col)+2rem)]">
        <Submit look="act" busy={save.isPending} act={t.save()} />
        {refusal && <Notice tone="bad" live title={refusal.message} />}
        {save.isSuccess && <Notice tone="good" live title={t.saved()} />}
      </div>
    </form>
  );
}

function asDataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
