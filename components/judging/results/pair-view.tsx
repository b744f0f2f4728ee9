"use client";

import { useState } from "react";
import { PairTable } from "#components/judging/pair/pair-table.tsx";
import { pairName, personName } from "#components/rounds/people/pair-words.ts";
import { identifierWords, type PersonView } from "#components/rounds/people/shown-person.ts";
import * as t from "#messages/roundResult.ts";
import type { FieldWords } from "#server/study/words.ts";

/** A judged pair as its auditors saw it, with identifiers for readers who may see them. */
export function PairView({
  high,
  low,
  fields,
  alpha,
  isFocused = false,
}: {
  high: PersonView;
  low: PersonView;
  fields: readonly FieldWords[];
  alpha: string;
  /** Whether an opening dialog focuses the pair, so that its key works at once. */
  isFocused?: boolean;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const toggle = () => setShowsAll(!showsAll);
  const named = [high, low].flatMap((person) => {
    const words = identifierWords(person);
    return words === null ? [] : [t.personIs({ person: personName(person.position), identifier: words })];
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      tabIndex={isFocused ? -1 : undefined}
      // The native attribute, which a dialog looks for. React's would request the focus before the dialog is open.
      ref={(group) => {
        if (isFocused) group?.setAttribute("autofocus", "");
      }}
      className="outline-none"
      aria-label={pairName(high.position, low.position)}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === "d" && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
      }}
    >
      {named.length > 0 && <p className="mb-2 text-sm text-ink-2">{named.join("; ")}.</p>}
      <PairTable
        high={high}
        low={low}
        fields={fields}
        alpha={alpha}
        showsAll={showsAll}
        onToggleAll={toggle}
      />
    </div>
  );
}
