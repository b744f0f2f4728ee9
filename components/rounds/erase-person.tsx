"use client";

import { useState } from "react";
import { identifiedName, type PersonView } from "#components/rounds/people/shown-person.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/rounds.ts";

type Person = Pick<PersonView, "position" | "identifiers"> & {
  readonly personId: string;
  readonly isErased: boolean;
};

/** Form that erases a person. This cannot be undone, so the pseudonym is typed. */
export function ErasePerson({ studyId, people }: { studyId: string; people: readonly Person[] }) {
  const left = people.filter(({ isErased }) => !isErased);
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const erase = useChange(useTRPC().people.erase);
  const clear = () => {
    setChosen("");
    setTyped("");
  };
  if (left.length === 0) return <p>{t.allErased()}</p>;
  return (
    <form
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate({ studyId, personId: chosen }, { onSuccess: clear });
      }}
    >
      <p className="text-sm text-ink-2">{t.eraseNote()}</p>
      <Select
        label={t.personToErase()}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[
          ["", t.choose()],
          ...left.map((person) => {
            const id = person.personId;
            return [id, t.personOption({ person: identifiedName(person), id })] as const;
          }),
        ]}
      />
      {chosen !== "" && (
        <Field
          label={t.typeToConfirm({ word: chosen })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
      <Submit
        disabled={chosen === "" || typed.trim() !== chosen || erase.isPending}
        busy={erase.isPending}
        act={t.eraseThis()}
        doing={t.erasing()}
      />
      <ErrorNotice error={erase.error} />
    </form>
  );
}
