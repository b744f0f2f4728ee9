import type { ReactNode } from "react";

type ChoiceProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Explanation of the setting. */
  readonly children: ReactNode;
};

/** Checkbox with the sentence that explains it. */
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
