import { controlClass } from "#components/ui/control-class.ts";
import * as t from "#messages/verifier.ts";

type Texts = { readonly beacons: string; readonly witnesses: string };

/** Fields for the beacons and witnesses that the reader trusts, one a line. */
export function TrustedFields({
  texts,
  change,
  isWrong,
}: {
  texts: Texts;
  change: (texts: Texts) => void;
  isWrong: boolean;
}) {
  const row = (name: keyof Texts, label: string, note: string) => (
    <label className="grid gap-1">
      {label}
      <span className="text-ink-2">{note}</span>
      <textarea
        rows={2}
        spellCheck={false}
        className={`${controlClass} py-2 font-mono text-xs`}
        value={texts[name]}
        onChange={(event) => change({ ...texts, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <details className="w-full max-w-measure text-sm">
      <summary>{t.trusted()}</summary>
      <div className="mt-2 grid gap-3">
        <p>{t.trustedNote()}</p>
        {row("beacons", t.trustedBeacons(), t.trustedBeaconsNote())}
        {row("witnesses", t.trustedWitnesses(), t.trustedWitnessesNote())}
        <p role="status" className="text-bad">
          {isWrong && t.trustedWrong()}
        </p>
      </div>
    </details>
  );
}
