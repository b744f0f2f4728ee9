import { classNames } from "#components/ui/class-names.ts";

/** Texture of the lower chance: it works in print and with any colour vision. */
export const hatch = "bg-[repeating-linear-gradient(135deg,var(--person-low)_0_3px,transparent_3px_6px)]";

export const zone = "bg-[repeating-linear-gradient(45deg,var(--zone)_0_1px,transparent_1px_4px)]";

/** Bar for a chance, on the same scale from 0 to 100 for every person. */
export function ChanceBar({
  chance,
  look,
  other,
  notJudged,
}: {
  chance: string;
  look: "high" | "low";
  /** The other person's chance, marked on the scale. */
  other?: string;
  /** The study's largest difference that is not judged, drawn above this chance. */
  notJudged?: string;
}) {
  const percent = (value: number) => `${(100 * value).toFixed(2)}%`;
  const value = Number(chance);
  return (
    <div aria-hidden className="relative mt-1 h-6 w-full md:mt-2 md:h-[1.875rem]">
      <div className="absolute inset-x-0 top-1 h-[1.125rem] border border-hair bg-sunken">
        <div
          className={classNames(
            "h-full",
            look === "high" ? "bg-person-high" : `border border-person-low ${hatch}`,
          )}
          style={{ width: percent(value) }}
        />
        {notJudged !== undefined && (
          <div
            className={classNames("absolute inset-y-0 border-e border-zone", zone)}
            style={{
              insetInlineStart: percent(value),
              width: percent(Math.min(Number(notJudged), 1 - value)),
            }}
          />
        )}
      </div>
      <div className="absolute inset-x-0 top-[1.375rem] flex justify-between max-md:hidden">
        {ticks.map((tick) => (
          <span key={tick} className={classNames("w-px bg-edge", tick % 5 === 0 ? "h-2" : "h-[5px]")} />
        ))}
      </div>
      {other !== undefined && (
        <div
          className="absolute top-0 h-[1.625rem] w-0.5 bg-ink"
          style={{ insetInlineStart: percent(Number(other)) }}
        />
      )}
    </div>
  );
}

const ticks = Array.from({ length: 11 }, (_, index) => index);
