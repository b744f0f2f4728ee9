import * as t from "#messages/controls.ts";
import { Button, ButtonLink } from "./button.tsx";
import { Field } from "./field.tsx";

/** Searches for part of a name on the page at `address`. A plain form, so that a search has its own address. */
export function SearchLine({ address, label, search }: { address: string; label: string; search: string }) {
  return (
    <search>
      <form action={address} className="mb-6 flex flex-wrap items-end gap-2">
        <Field
          label={label}
          name="search"
          type="search"
          maxLength={200}
          defaultValue={search}
          className="min-w-0 flex-1 basis-64 sm:max-w-96"
        />
        <Button type="submit">{t.search()}</Button>
        {search !== "" && <ButtonLink href={address}>{t.showAll()}</ButtonLink>}
      </form>
    </search>
  );
}
