"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";

type Person = { readonly position: number; readonly personId: string; readonly isErased: boolean };

/** Form that erases a person. This cannot be undone, so the pseudonym is typed. */
export function ErasePerson({ studyId, people }: { studyId: string; people: readonly Person[] }) {
  const router = useRouter();
  const left = people.filter(({ isErased }) => !isErased);
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const erase = useMutation(
    useTRPC().people.erase.mutationOptions({
      onSuccess: () => {
        setChosen("");
        setTyped("");
        router.refresh();
      },
    }),
  );
  if (left.length === 0) return <p>Everybody of this round was erased.</p>;
  return (
    <form
      className="grid max-w-measure gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate({ studyId, personId: chosen });
      }}
    >
      <p className="text-sm text-ink-2">
        Deletes what the file said of a person, and every stored state that knew it. What stays is the
        pseudonym with chance, decision and outcome, and their effect on later chances; an outcome that has
        not come counts as lost. The rounds between this person’s and now can no longer be recomputed in full.
        Anyone who may download the features can still work out which rules accepted the person. This cannot
        be undone.
      </p>
      <Frame label="Person to erase">
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">Choose</option>
            {left.map(({ position, personId }) => (
              <option key={personId} value={personId}>
                Person {position + 1} ({personId})
              </option>
            ))}
          </select>
        )}
      </Frame>
      {chosen !== "" && (
        <Field
          label={`Type “${chosen}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
      <div>
        <Button type="submit" disabled={chosen === "" || typed.trim() !== chosen || erase.isPending}>
          {erase.isPending ? "Erasing" : "Erase this person"}
        </Button>
      </div>
      {erase.error && <Notice tone="bad" live title={refusalOf(erase.error).message} />}
    </form>
  );
}
