import type { ReactNode } from "react";

type ChoiceProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** What it means. */
  readonly children: ReactNode;
};

/** Something that is done or not, with the sentence that explains it. */
export function Choice({ label, isOn, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-1 size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        <span className="block text-sm text-ink-2">{children}</span>
      </span>
    </label>
  );
}
