"use client";

import { useState } from "react";
import { type Pair, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextField } from "#components/ui/field.tsx";
import * as t from "#messages/judgingParts.ts";
import type { JudgingRoom } from "../state/use-judging.ts";
import { useRemarks } from "../state/use-remarks.ts";

/** Longest note in characters, the same limit as on the server. */
const LONGEST = 2_000;

/** Dialog for the auditor's own note on a pair. The text is kept, however the dialog is closed. */
export function NoteDialog({
  room,
  pair,
  isOpen,
  onClose,
}: {
  room: JudgingRoom;
  pair: Pair;
  isOpen: boolean;
  onClose: () => void;
}) {
  const remarks = useRemarks(room);
  const { note } = remarks.of(pair);
  const [typed, setTyped] = useState<string | null>(null);
  function close() {
    if (typed !== null) remarks.change(pair, { note: typed.trim() });
    setTyped(null);
    onClose();
  }
  return (
    <Dialog title={t.noteOn({ pair: pairName(...pair) })} isOpen={isOpen} onClose={close}>
      {remarks.isHere ? (
        <div className="grid gap-4">
          <TextField
            label={t.yourNote()}
            hint={t.noteHint()}
            // The native attribute, which a dialog looks for when it opens.
            ref={(area) => area?.setAttribute("autofocus", "")}
            key={pairKeyOf(pair)}
            rows={5}
            maxLength={LONGEST}
            value={typed ?? note}
            onChange={(event) => {
              setTyped(event.target.value);
              remarks.keep(pair, { note: event.target.value.trim() });
            }}
          />
          <Button look="act" className="justify-self-start" onClick={close}>
            {t.keepNote()}
          </Button>
        </div>
      ) : (
        <p>{t.notesLater()}</p>
      )}
    </Dialog>
  );
}
