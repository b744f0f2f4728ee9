import type { ReactNode } from "react";

/** Labels on the left, values on the right, as on the back of a form; stacked on small screens. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="[&>div]:border-t [&>div]:border-hair">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)] md:px-6">
      <dt className="text-sm leading-6 text-ink-3">{label}</dt>
      <dd className="m-0">{children}</dd>
    </div>
  );
}
