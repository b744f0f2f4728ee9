"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { CopyField } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/apiTokens.ts";

/** What a token can permit in addition to reading. */
const scopes = ["features", "outcomes", "operate", "drafts", "members"] as const;

type Made = { readonly id: string; readonly token: string; readonly expiresAt: number };
type Study = { readonly id: string; readonly name: string };

/** Form that creates a token. The token is shown only once, right after it is created. */
export function MakeToken({ studies, mayAct }: { studies: readonly Study[]; mayAct: boolean }) {
  const [made, setMade] = useState<Made | null>(null);
  const { form, field, refusal, isBusy } = useForm(
    tokenSchema,
    useSend(useTRPC().tokens.make, (token) => setMade(token)),
  );
  const choices = scopes.filter((scope) => mayAct || scope === "features");
  return (
    <div className="grid gap-5">
      <form {...form} className="grid gap-5">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Field label={t.name()} {...field("name")} autoComplete="off" hint={t.nameHint()} />
          <Select
            label={t.endsAfter()}
            {...field("days")}
            defaultValue="30"
            hint={t.endsAfterHint()}
            options={[7, 30, 90, 365].map((days) => [String(days), t.days({ days })] as const)}
          />
          <Select
            label={t.study()}
            {...field("forStudyId")}
            defaultValue={studies[0]?.id ?? ""}
            options={[...studies.map(({ id, name }) => [id, name] as const), ["", t.allStudies()]]}
          />
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-[560]">{t.besideReading()}</legend>
          {choices.map((scope) => (
            <Choice key={scope} name={scope} label={t.scope({ scope })}>
              {t.scopeAbout({ scope })}
            </Choice>
          ))}
        </fieldset>
        {refusal.message && <Notice tone="bad" title={refusal.message} live />}
        <Submit look="act" busy={isBusy} act={t.makeToken()} doing={t.makingToken()} />
      </form>
      {made && <Shown key={made.id} {...made} />}
    </div>
  );
}

function Shown({ token, expiresAt }: Made) {
  return (
    <Notice tone="good" title={t.made()} live>
      {t.madeText({ time: () => <LocalTime at={expiresAt} /> })}
      <CopyField className="mt-3" label={t.token()} text={token} />
    </Notice>
  );
}

/** Loads the server's own schema when the form is sent. */
const tokenSchema = async () => (await import("#server/schemas/api-tokens.ts")).tokenFormSchema;
