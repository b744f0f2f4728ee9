"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { personName } from "#components/rounds/people/pair-words.ts";
import { identifiedName, type PersonView } from "#components/rounds/people/shown-person.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { CopyField } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { useForm } from "#components/ui/use-form.ts";
import * as t from "#messages/personalLinks.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { objectionLimits } from "#server/schemas/objection-limits.ts";

const usualDays = 30;

export type RoundPeople = {
  studyId: string;
  round: number;
  people: readonly (Pick<PersonView, "position" | "identifiers"> & { readonly isErased: boolean })[];
};

/** Options for the people of a round who were not erased. */
export function peopleOptions(people: RoundPeople["people"]) {
  return people.flatMap((person) =>
    person.isErased ? [] : [[person.position, identifiedName(person)] as const],
  );
}

/** Form that makes a personal link for one person of a closed round, and the round's links. */
export function PersonalLinks({
  studyId,
  round,
  people,
  links,
}: RoundPeople & { links: Outputs["explanations"]["links"] }) {
  const router = useRouter();
  const [made, setMade] = useState<{ token: string; expiresAt: number; position: number } | null>(null);
  const make = useMutation(useTRPC().explanations.makeLink.mutationOptions());
  const { form, field, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/objections.ts")).makePersonalLinkFormSchema,
    async (values) => {
      const link = await make.mutateAsync(values);
      setMade({ ...link, position: values.position });
      router.refresh();
      return undefined;
    },
    { studyId, round },
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <form {...form} className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-sm text-ink-2">{t.note()}</p>
        <Select label={t.person()} {...field("position")} options={peopleOptions(people)} />
        <Field
          label={t.contact()}
          {...field("contact")}
          hint={t.contactHint()}
          maxLength={objectionLimits.contactCharacters}
          defaultValue={links.at(-1)?.contact}
        />
        <Field
          label={t.days()}
          {...field("days")}
          type="number"
          min={1}
          max={objectionLimits.linkDays}
          defaultValue={usualDays}
        />
        <Submit busy={isBusy} act={t.make()} doing={t.making()} />
        {refusal.message && <Notice tone="bad" title={refusal.message} live />}
      </form>
      {made !== null && <MadeLink {...made} />}
      {links.length > 0 && <LinkTable studyId={studyId} round={round} links={links} />}
    </div>
  );
}

function MadeLink({ token, expiresAt, position }: { token: string; expiresAt: number; position: number }) {
  const address = `${location.origin}/explanation/${token}`;
  return (
    <Notice tone="good" title={t.made({ person: personName(position) })} live>
      {t.madeNote({ time: () => <LocalTime at={expiresAt} /> })}{" "}
      <CopyField className="mt-3" label={t.link()} text={address} />
    </Notice>
  );
}

function LinkTable({
  studyId,
  round,
  links,
}: Pick<RoundPeople, "studyId" | "round"> & { links: Outputs["explanations"]["links"] }) {
  const withdraw = useChange(useTRPC().explanations.withdrawLink);
  return (
    <Sheet>
      <DataTable
        caption={t.links()}
        rows={links}
        keyOf={({ position }) => position}
        columns={[
          [t.person(), ({ position }) => personName(position)],
          [t.until(), ({ expiresAt }) => <LocalTime at={expiresAt} />],
          [
            t.act(),
            ({ position }) => (
              <ConfirmButton
                act={t.withdraw()}
                about={personName(position)}
                busy={withdraw.isPending}
                onConfirm={() => withdraw.mutate({ studyId, round, position })}
              >
                {t.withdrawNote()}
              </ConfirmButton>
            ),
            { isActions: true },
          ],
        ]}
      />
      <ErrorNotice error={withdraw.error} />
    </Sheet>
  );
}
