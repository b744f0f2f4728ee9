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
  notJudged?: string | undefined;
}) {
  const percent = (value: number) => `${(100 * value).toFixed(2)}%`;
  const value = Number(chance);
  return (
    <div aria-hidden className="relative h-5 w-full">
      <div className="absolute inset-x-0 top-0.5 h-4 border border-hair bg-sunken">
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
      {other !== undefined && (
        <div
          className="absolute top-0 h-5 w-0.5 bg-ink"
          style={{ insetInlineStart: percent(Number(other)) }}
        />
      )}
    </div>
  );
}
