import type { ReactNode } from "react";

/** Fields of a printed form next to each other: a small label and one value each. */
export function Boxes({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-sm border border-hair bg-sheet max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      {children}
    </dl>
  );
}

export function Box({ label, children, unit }: { label: ReactNode; children: ReactNode; unit?: ReactNode }) {
  return (
    <div className="px-4 py-3 shadow-[1px_0_0_var(--hair),0_1px_0_var(--hair)]">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums tracking-[-0.012em]">
        {children}
        {unit !== undefined && (
          <small className="text-sm font-normal tracking-normal text-ink-2"> {unit}</small>
        )}
      </dd>
    </div>
  );
}
