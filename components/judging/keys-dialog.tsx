import { Dialog } from "#components/ui/dialog.tsx";
import { KeyCap } from "#components/ui/key-cap.tsx";

const keys: readonly { caps: readonly (readonly string[])[]; what: string }[] = [
  { caps: [["F"], ["1"]], what: "unfair: the pair is flagged" },
  { caps: [["A"], ["2"]], what: "acceptable" },
  { caps: [["U"], ["0"]], what: "not sure" },
  { caps: [["N"], ["→"]], what: "next pair, never a verdict" },
  { caps: [["P"], ["←"]], what: "previous pair" },
  { caps: [["X"]], what: "next pair you have not looked at" },
  { caps: [["Z"], ["Ctrl", "Z"]], what: "undo, as often as you like until you seal" },
  { caps: [["Shift", "Z"]], what: "redo" },
  { caps: [["D"]], what: "all fields, or only those that differ" },
  { caps: [["I"]], what: "guidelines" },
  { caps: [["Ctrl", "Enter"]], what: "review before you seal; it never seals at once" },
  { caps: [["?"]], what: "these keys" },
  { caps: [["Esc"]], what: "close" },
];

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys on this page" isOpen={isOpen} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-sm">
        {keys.map(({ caps, what }) => (
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
        Keys work while the focus is among the cards and buttons of a pair. Moving the focus never gives a
        verdict. On a Mac, use ⌘ for Ctrl.
      </p>
    </Dialog>
  );
}
