"use client";

import { useRef, useState } from "react";
import { controlClass } from "#components/ui/control-class.ts";
import { Field, Frame } from "#components/ui/field.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { Choice } from "./choice.tsx";
import { flagsSentence, gammaInterval, otherPanels, type PanelNumbers, withSeats } from "./needed.ts";
import { useSettings } from "./use-settings.ts";

export function PanelSection() {
  const { settings, isIn, set, errorOf, isWell, numeral } = useSettings();
  const isGuarded = isIn("guarded");
  const seats = isWell("seats") ? Number(settings.seats) : null;
  const needed = isWell("seats") && isWell("neededFlags") ? Number(settings.neededFlags) : null;
  const areWell = isWell("seats") && isWell("neededFlags") && isWell("quorum");
  /** The panel before the present edit: typing 12 seats passes through 1. */
  const before = useRef<PanelNumbers>(areWell ? settings : null);
  const [changed, setChanged] = useState<string | null>(null);
  const changeSeats = (typed: string) => {
    const next = before.current && withSeats(before.current, typed);
    set(next?.numbers ?? { seats: typed });
    setChanged(next?.sentence ?? null);
  };
  return (
    <Section title="The panel" note="How many auditors, and how many of them must find a pair unfair.">
      <div className="grid max-w-measure gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <Field
            label="Seats (m)"
            {...numeral("seats")}
            onFocus={() => {
              if (areWell) before.current = settings;
            }}
            onChange={(event) => changeSeats(event.target.value)}
            hint={`Planned. You may seat more or fewer later.${isGuarded ? " How many rounds may end in a report does not depend on it, nor on the needed flags." : ""}`}
          />
          <Frame
            label="Needed flags (r)"
            hint="So many of the seats must flag a pair."
            error={errorOf("neededFlags")}
          >
            {(control) => (
              <select
                {...control}
                className={controlClass}
                value={settings.neededFlags}
                disabled={seats === null}
                onChange={(event) => {
                  const now = event.target.value;
                  setChanged(flagsSentence(settings.neededFlags, { ...settings, neededFlags: now }));
                  set({ neededFlags: now });
                }}
              >
                {options(seats, settings.neededFlags).map((r) => (
                  <option key={r} value={r}>
                    {r} of {settings.seats}
                  </option>
                ))}
              </select>
            )}
          </Frame>
          <Field
            label="Quorum"
            {...numeral("quorum")}
            hint="With fewer ballots you are warned before you close."
          />
        </div>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {changed}
        </p>
        <Choice
          label="Close a round without a pair to judge as soon as it is opened"
          isOn={settings.closesWithoutPairs}
          onChange={(closesWithoutPairs) => set({ closesWithoutPairs })}
        >
          Where no two chances lie further apart than is judged, there is nothing for the panel to do, and
          nobody is asked.
        </Choice>
        <Choice
          label="Close rounds automatically"
          isOn={settings.closesAtDeadline}
          onChange={(closesAtDeadline) => set({ closesAtDeadline })}
        >
          A round with a deadline closes one minute after it, with the ballots sealed by then. It closes
          earlier, ten minutes after the last auditor has sealed. Otherwise you close each round yourself. You
          can extend the deadline until the round is closed.
        </Choice>
        {seats !== null && needed !== null && (
          <Sheet>
            <SheetBody className="grid gap-2 text-sm">
              <p>
                A pair counts as unfair when at least{" "}
                <b>
                  {needed} of {seats}
                </b>{" "}
                flag it. Seats that never seal count as having flagged nothing. Stored as the exact share
                gamma = {needed}/{seats}; every share {gammaInterval(needed, seats)} means the same for{" "}
                {seats} seats.
              </p>
              <p className="text-ink-2">
                If the panel changes, the share decides:{" "}
                {otherPanels(seats)
                  .map((m) => `${neededFlags({ numerator: needed, denominator: seats }, m)} of ${m}`)
                  .join(", ")}
                .
              </p>
            </SheetBody>
          </Sheet>
        )}
      </div>
    </Section>
  );
}

/** Lists 1 to m, and the typed value even if it is larger. */
function options(seats: number | null, typed: string): string[] {
  const all = Array.from({ length: seats ?? 0 }, (_, index) => String(index + 1));
  return all.includes(typed) ? all : [...all, typed];
}
