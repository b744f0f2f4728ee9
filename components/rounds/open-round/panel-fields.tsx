"use client";

import { useState } from "react";
import { Tick } from "#components/ui/choice.tsx";
import { Fold } from "#components/ui/fold.tsx";
import * as t from "#messages/panelSelection.ts";
import type { Outputs } from "#server/http/outputs.ts";

/** The auditors of a study and how a round's panel is chosen from them. */
export type NextPanel = Pick<Outputs["panel"]["read"], "selection" | "seats">;

/** What the form says about the panel of the round that it opens. */
export function usePanelChoice({ selection, seats }: NextPanel) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const isNamed = selection.how === "by-operator";
  return {
    isNamed,
    chosen,
    setChosen,
    leftOut,
    setLeftOut,
    /** How many auditors will judge, where all who are available do; otherwise null. */
    judging:
      selection.how === "everyone"
        ? seats.filter(({ id, restReason }) => restReason === null && !leftOut.includes(id)).length
        : null,
    isReady: !isNamed || chosen.length > 0,
    /** For the request. */
    input: {
      ...(isNamed && { seatIds: [...chosen] }),
      ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
    },
  };
}

/** Checkboxes for the auditors of the round, where the operator chooses them, and for those to leave out. */
export function PanelFields({
  panel,
  choice,
}: {
  panel: NextPanel;
  choice: ReturnType<typeof usePanelChoice>;
}) {
  const members = panel.seats.filter(({ restReason }) => restReason === null);
  const { isNamed, chosen, setChosen, leftOut, setLeftOut } = choice;
  if (isNamed) {
    return (
      <SeatChoice
        legend={t.auditorsOfRound()}
        note={t.chooseThem()}
        {...{ members, chosen }}
        onChange={setChosen}
      />
    );
  }
  return (
    <Fold label={t.leaveOut()} isLazy>
      <SeatChoice
        legend={t.leaveOut()}
        note={t.leaveOutWhy()}
        members={members}
        chosen={leftOut}
        onChange={setLeftOut}
      />
    </Fold>
  );
}

function SeatChoice({
  legend,
  note,
  members,
  chosen,
  onChange,
}: {
  legend: string;
  note: string;
  members: NextPanel["seats"];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="text-sm font-[560]">{legend}</legend>
      <p className="text-sm text-ink-2">{note}</p>
      {members.map(({ id, displayName }) => (
        <Tick
          key={id}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((seat) => seat !== id))
          }
        >
          {t.seatOf({ name: displayName, seat: id })}
        </Tick>
      ))}
    </fieldset>
  );
}
