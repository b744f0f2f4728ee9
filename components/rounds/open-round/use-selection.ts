import { useState } from "react";
import type { Outputs } from "#server/http/outputs.ts";

export type WaitingPerson = Outputs["rounds"]["waiting"]["people"][number];

/** Who is chosen for a round: at first those whose turn it is. */
export function useSelection(next: readonly WaitingPerson[], roundSize: number) {
  const [people, setPeople] = useState(next);
  const isChosen = (id: string) => people.some((person) => person.id === id);
  return {
    /** In the order of the files. */
    people,
    isChosen,
    isFull: people.length >= roundSize,
    /** Whether these are still those whose turn it is. */
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
