import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import * as t from "#messages/groups.ts";

/** The number of people below which groups are withheld; it is in the page's address. */
export function LeastForm({ least }: { least: number }) {
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      <Field
        label={t.least()}
        name="least"
        type="number"
        min={1}
        max={1_000}
        required
        defaultValue={least}
        className="w-72"
      />
      <Submit act={t.apply()} />
    </form>
  );
}
