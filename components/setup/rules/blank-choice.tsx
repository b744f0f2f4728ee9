import { formatCount } from "#server/format.ts";
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
    <label className="flex flex-wrap items-center gap-2 text-sm">
      {formatCount(missing, "person has no value", "people have no value")}:
      <select
        aria-label={`People without ${name}`}
        className={smallControl}
        value={blank ?? "fail"}
        onChange={(event) => set(event.target.value === "pass" ? { blank: "pass" } : {})}
      >
        <option value="fail">they fail</option>
        <option value="pass">they pass</option>
      </select>
    </label>
  );
}
