import { useKeys } from "#components/account/keys/use-keys.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { KeyCap } from "#components/ui/key-cap.tsx";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/judgingParts.ts";
import { type JudgingKeys, type KeyCommand, keyCommands } from "#server/schemas/key-commands.ts";

type Row = { readonly caps: readonly (readonly string[])[]; readonly what: string };

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const keys = useKeys();
  return (
    <Dialog title={t.keysTitle()} isOpen={isOpen} onClose={onClose}>
      {!keys.areOn && <p className="mb-4 text-sm">{t.singleKeysOff()}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2 text-sm max-md:grid-cols-[6.25rem_minmax(0,1fr)]">
        {[...(keys.areOn ? singles(keys) : []), ...always()].map(({ caps, what }) => (
          <div key={what} className="contents">
            <dt className="flex flex-wrap gap-1.5">
              {caps.map((chord) => (
                <span key={chord.join()} className="flex flex-wrap gap-0.5">
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
        {t.keysNote({ link: (text) => <Link href="/account#keys">{text}</Link> })}
      </p>
    </Dialog>
  );
}

const digits: Partial<Record<KeyCommand, string>> = { unfair: "1", acceptable: "2", unsure: "0" };

function singles(keys: JudgingKeys): Row[] {
  return keyCommands.map((command) => {
    const digit = digits[command];
    const own = [keys[command].toUpperCase()];
    return { caps: digit === undefined ? [own] : [own, [digit]], what: t.keyMeaning({ command }) };
  });
}

const always = (): readonly Row[] => [
  { caps: [["→"], ["←"]], what: t.arrowsMeaning() },
  { caps: [["↓"], ["↑"], ["Home"], ["End"]], what: t.rowsMeaning() },
  {
    caps: [
      ["Ctrl", "Home"],
      ["Ctrl", "End"],
    ],
    what: t.endsMeaning(),
  },
  {
    caps: [["Enter"]],
    what: t.enterMeaning(),
  },
  {
    caps: [
      ["Ctrl", "Z"],
      ["Ctrl", "Shift", "Z"],
    ],
    what: t.undoMeaning(),
  },
  { caps: [["Ctrl", "Enter"]], what: t.reviewMeaning() },
  { caps: [["Esc"]], what: t.closeMeaning() },
];
