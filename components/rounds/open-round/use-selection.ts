import { useState } from "react";
import type { Outputs } from "#server/http/outputs.ts";

export type WaitingPerson = Outputs["rounds"]["waiting"]["people"][number];

/** Selection of people for a round: at first the next ones in file order. */
export function useSelection(next: readonly WaitingPerson[], roundSize: number) {
  const [people, setPeople] = useState(next);
  const isChosen = (id: string) => people.some((person) => person.id === id);
  return {
    /** In file order. */
    people,
    isChosen,
    isFull: people.length >= roundSize,
    /** Whether these are still the next people in file order. */
    isNext: people.length === next.length && next.every(({ id }) => isChosen(id)),
    toggle: (person: WaitingPerson) =>
      setPeople(
        isChosen(person.id)
          ? people.filter(({ id }) => id !== person.id)
          : [...people, person].sort((a, b) => a.ordinal - b.ordinal),
      ),
    clear: () => setPeople([]),
    backToNext: () => setPeople(next),
  };
}

export type Selection = ReturnType<typeof useSelection>;
