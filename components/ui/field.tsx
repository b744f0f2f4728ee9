import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { controlClass } from "./control-class.ts";

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The expected input in words, in place of the hint; undefined while nothing is wrong. */
  error?: string | undefined;
  /** Shown next to the label, such as a link. */
  aside?: ReactNode;
  className?: string;
};

/** Ids and ARIA attributes with which a control's label, hint and error are read out. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/**
 * Any control with its label, hint and error: `<Frame label="Role">{(control) => <select {...control} />}</Frame>`.
 */
export function Frame({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = error ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={classNames("grid content-start gap-1", className)}>
      <span className="flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-[560]">
          {label}
        </label>
        {aside}
      </span>
      {children({
        id,
        "aria-describedby": described,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-[560] text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
      {hint !== undefined && !error && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Field for one line of text. */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "className">) {
  const frame = { label, hint, error, aside, ...(className && { className }) };
  return (
    <Frame {...frame}>
      {(control) => (
        <input {...control} {...input} className={classNames(controlClass, "read-only:bg-sunken")} />
      )}
    </Frame>
  );
}

/** Field for several lines of text. */
export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  look,
  ...area
}: FieldProps & Omit<ComponentProps<"textarea">, "className"> & { look?: string }) {
  const frame = { label, hint, error, aside, ...(className && { className }) };
  return (
    <Frame {...frame}>
      {(control) => <textarea {...control} {...area} className={classNames(controlClass, "py-2.5", look)} />}
    </Frame>
  );
}
