import { useKeys } from "#components/account/keys/use-keys.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { KeyCap } from "#components/ui/key-cap.tsx";
import { Link } from "#components/ui/link.tsx";
import { type JudgingKeys, type KeyCommand, keyCommands } from "#server/schemas/key-commands.ts";

type Row = { readonly caps: readonly (readonly string[])[]; readonly what: string };

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const keys = useKeys();
  return (
    <Dialog title="Keys on this page" isOpen={isOpen} onClose={onClose}>
      {!keys.areOn && (
        <p className="mb-4 text-sm">
          Single keys are switched off for your account. These work all the same.
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-sm">
        {[...(keys.areOn ? singles(keys) : []), ...always].map(({ caps, what }) => (
          <div key={what} className="contents">
            <dt className="flex flex-wrap gap-1.5">
              {caps.map((chord) => (
                <span key={chord.join()} className="flex gap-0.5">
                  {chord.map((cap) => (
                    <KeyCap key={cap}>{cap}</KeyCap>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">
        Keys work while the focus is among the pairs. Moving the focus never gives a verdict. On a Mac, use ⌘
        for Ctrl. <Link href="/account#keys">Change these keys, or switch them off</Link>
      </p>
    </Dialog>
  );
}

const meanings: Record<KeyCommand, string> = {
  unfair: "unfair: the pair is flagged",
  acceptable: "acceptable",
  unsure: "not sure",
  next: "next pair, or next person against all; never a verdict",
  previous: "the one before",
  nextUnseen: "next pair you have not looked at",
  undo: "undo, as often as you like until you seal; with Shift, redo",
  changeView: "another view of the same pairs",
  toggleAll: "all fields, or only those that differ",
  tolerance: "how many points would still be acceptable, where the study asks; then Enter",
  note: "a note on the pair in the queue, where the study takes notes",
  guidelines: "guidelines",
  help: "these keys",
};

const digits: Partial<Record<KeyCommand, string>> = { unfair: "1", acceptable: "2", unsure: "0" };

function singles(keys: JudgingKeys): Row[] {
  return keyCommands.map((command) => {
    const digit = digits[command];
    const own = [keys[command].toUpperCase()];
    return { caps: digit === undefined ? [own] : [own, [digit]], what: meanings[command] };
  });
}

const always: readonly Row[] = [
  { caps: [["→"], ["←"]], what: "next and previous pair; in the grid, from cell to cell" },
  { caps: [["↓"], ["↑"], ["Home"], ["End"]], what: "rows and cells" },
  {
    caps: [
      ["Ctrl", "Home"],
      ["Ctrl", "End"],
    ],
    what: "first and last cell of the grid",
  },
  {
    caps: [["Enter"]],
    what: "on a row or a cell: open the pair in the queue; in the queue: show the chances, where people come first",
  },
  {
    caps: [
      ["Ctrl", "Z"],
      ["Ctrl", "Shift", "Z"],
    ],
    what: "undo and redo",
  },
  { caps: [["Ctrl", "Enter"]], what: "review before you seal; it never seals at once" },
  { caps: [["Esc"]], what: "close" },
];
