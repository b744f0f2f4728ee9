"use client";

import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button, Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type CellColumn, TableSheet } from "#components/ui/table.tsx";
import * as t from "#messages/stratifiedLot.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { smallControl } from "../small-control.ts";

type Seat = Outputs["panel"]["read"]["seats"][number];
/** Values by seat, then by attribute. */
type Values = { readonly [seat: string]: { readonly [attribute: string]: string } };

const longest = 60;

/** Form with the attributes of all auditors: a row for each, a column for each attribute. */
export function AttributesForm({ studyId, seats }: { studyId: string; seats: readonly Seat[] }) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [name, setName] = useState("");
  const [values, setValues] = useState<Values>({});
  const save = useChange(useTRPC().panel.saveAttributes);
  const known = seats.flatMap(({ attributes }) => attributes.map((one) => one.name));
  const names = [...new Set([...known, ...added])];
  const typedOf = (seat: Seat, attribute: string) =>
    values[seat.id]?.[attribute] ?? seat.attributes.find((one) => one.name === attribute)?.value ?? "";
  const set = (seat: string, attribute: string, value: string) =>
    setValues((before) => ({ ...before, [seat]: { ...before[seat], [attribute]: value } }));
  const add = () => {
    if (name.trim() !== "") setAdded([...added, name.trim()]);
    setName("");
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const members = seats
          .filter(({ id }) => values[id] !== undefined)
          .map((seat) => ({
            seatId: seat.id,
            attributes: names.flatMap((attribute) => {
              const value = typedOf(seat, attribute).trim();
              return value === "" ? [] : [{ name: attribute, value }];
            }),
          }));
        save.mutate({ studyId, members });
      }}
    >
      <div className="grid max-w-measure items-start gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={t.newAttribute()}
          hint={t.newAttributeHint()}
          value={name}
          maxLength={longest}
          onChange={(event) => setName(event.target.value)}
        />
        <Button onClick={add} className="md:mt-6">
          {t.addAttribute()}
        </Button>
      </div>
      {names.length > 0 && (
        <>
          <TableSheet
            caption={t.attributes()}
            fold={false}
            rows={seats}
            keyOf={({ id }) => id}
            columns={[
              [t.auditor(), ({ id, displayName }) => t.seatOf({ name: displayName, seat: id })],
              ...names.map((attribute): CellColumn<Seat> => {
                const field = (seat: Seat) => (
                  <input
                    aria-label={t.valueOf({ attribute, name: seat.displayName })}
                    className={`${smallControl} w-full min-w-32`}
                    maxLength={longest}
                    value={typedOf(seat, attribute)}
                    onChange={(event) => set(seat.id, attribute, event.target.value)}
                  />
                );
                return [attribute, field];
              }),
            ]}
          />
          <Submit busy={save.isPending} act={t.saveAttributes()} doing={t.savingAttributes()} />
        </>
      )}
      <ErrorNotice error={save.error} />
      {save.isSuccess && <Notice tone="good" live title={t.savedAttributes()} />}
    </form>
  );
}
