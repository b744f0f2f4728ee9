"use client";

import { useState } from "react";
import { identifiedName, type PersonView } from "#components/rounds/people/shown-person.ts";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/overrides.ts";
import { longestPosition, type OverrideReason, overrideReasons } from "#server/audit-log/overrides.ts";
import { messageKey } from "#server/locale.ts";

type Overridable = Pick<PersonView, "position" | "identifiers"> & { readonly selected: boolean };

/** Form that overrides a decision of a closed round. A dialog says what follows before anything is recorded. */
export function OverrideForm({
  studyId,
  round,
  people,
}: {
  studyId: string;
  round: number;
  /** The people whose decision can be overridden, with the draw's decision. */
  people: readonly Overridable[];
}) {
  const [chosen, setChosen] = useState("");
  const [reason, setReason] = useState<OverrideReason | "">("");
  const [decidedBy, setDecidedBy] = useState("");
  const [isAsking, setAsking] = useState(false);
  const override = useChange(useTRPC().overrides.record);
  const person = people.find(({ position }) => String(position) === chosen);
  const isComplete = person !== undefined && reason !== "" && decidedBy.trim() !== "";
  const record = () => {
    if (person === undefined || reason === "") return;
    const { position, selected } = person;
    override.mutate(
      { studyId, round, position, decision: selected ? 0 : 1, reason, decidedBy },
      {
        onSuccess: () => {
          setChosen("");
          setReason("");
          setDecidedBy("");
          setAsking(false);
        },
      },
    );
  };
  if (people.length === 0) return <p className="max-w-measure">{t.noneLeft()}</p>;
  return (
    <>
      <form
        className="grid max-w-measure gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) setAsking(true);
        }}
      >
        <p className="text-sm text-ink-2">{t.note()}</p>
        <Select
          label={t.person()}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            ["", t.choosePerson()],
            ...people.map((one) => {
              const words = t.drawn({ person: identifiedName(one), isPicked: one.selected });
              return [one.position, words] as const;
            }),
          ]}
        />
        <Select
          label={t.why()}
          value={reason}
          onChange={(event) => setReason(event.target.value as OverrideReason | "")}
          options={[
            ["", t.chooseReason()],
            ...overrideReasons.map((one) => [one, t.reason({ reason: messageKey(one) })] as const),
          ]}
        />
        <Field
          label={t.decidedBy()}
          hint={t.decidedByHint()}
          value={decidedBy}
          maxLength={longestPosition}
          autoComplete="off"
          onChange={(event) => setDecidedBy(event.target.value)}
        />
        <Submit disabled={!isComplete} act={t.check()} />
      </form>
      {person !== undefined && (
        <Dialog
          title={t.question({ person: identifiedName(person) })}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
        >
          <div className="grid gap-4">
            <p>{t.follows({ isPicked: person.selected })}</p>
            <div>
              <Button look="act" disabled={override.isPending} onClick={record}>
                {t.confirm()}
              </Button>
            </div>
            <ErrorNotice error={override.error} />
          </div>
        </Dialog>
      )}
    </>
  );
}
