"use client";

import { useState } from "react";
import { type Pair, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Frame } from "#components/ui/field.tsx";
import type { JudgingRoom } from "./use-judging.ts";
import { useRemarks } from "./use-remarks.ts";

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
    <Dialog title={`Note on ${pairName(...pair)}`} isOpen={isOpen} onClose={close}>
      {remarks.isHere ? (
        <div className="grid gap-4">
          <Frame
            label="Your note"
            hint="Yours alone until the round closes; then the whole panel can read it, without your name. It counts nothing and stays out of the record. Please name nobody."
          >
            {(control) => (
              <textarea
                {...control}
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
                className={`${controlClass} py-2`}
              />
            )}
          </Frame>
          <Button look="act" className="justify-self-start" onClick={close}>
            Keep this note
          </Button>
        </div>
      ) : (
        <p>Your notes come with the connection. Then you can write one.</p>
      )}
    </Dialog>
  );
}
