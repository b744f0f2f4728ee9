import { BareSelect } from "#components/ui/select.tsx";
import * as t from "#messages/setupRules.ts";
import { smallControl } from "../small-control.ts";

/** Choice of what happens to people with an empty cell, with their number. */
export function BlankChoice({
  name,
  missing,
  blank,
  set,
}: {
  name: string;
  missing: number;
  blank: "pass" | undefined;
  set: (part: { blank?: "pass" }) => void;
}) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      {t.noValue({
        count: missing,
        choice: () => (
          <BareSelect
            aria-label={t.peopleWithout({ name })}
            className={smallControl}
            value={blank ?? "fail"}
            onChange={(event) => set(event.target.value === "pass" ? { blank: "pass" } : {})}
            options={[
              ["fail", t.theyFail()],
              ["pass", t.theyPass()],
            ]}
          />
        ),
      })}
    </p>
  );
}
