"use client";

import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LanguageOptions } from "#components/ui/language-options.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/account.ts";
import type { Language } from "#server/locale.ts";

const loadSchema = async () => (await import("#server/schemas/language.ts")).changeLanguageSchema;

/** Form for the language of an account's pages. Saving it loads the page again in that language. */
export function LanguageForm({ chosen }: { chosen: Language | null }) {
  const change = useMutation(useTRPC().accounts.changeLanguage.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(loadSchema, async (values) => {
    await change.mutateAsync(values);
    window.location.reload();
  });
  return (
    <form {...form} className="flex max-w-measure flex-wrap items-end gap-4">
      <Select label={t.language()} {...field("language")} defaultValue={chosen ?? ""}>
        <option value="">{t.automaticLanguage()}</option>
        <LanguageOptions />
      </Select>
      <Button type="submit" busy={isBusy}>
        {isBusy ? t.savingLanguage() : t.saveLanguage()}
      </Button>
      {refusal.message && <Notice tone="bad" title={refusal.message} live />}
    </form>
  );
}
