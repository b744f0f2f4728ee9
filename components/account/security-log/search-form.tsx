import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/securityLog.ts";
import { kindChoices } from "./event-words.ts";

export type SecurityLogSearch = Readonly<Partial<Record<"kind" | "account" | "from" | "to", string>>>;

/** Search form for events. A plain form, so that the address of a search can be saved and shared. */
export function SearchForm({ asked, errors }: { asked: SecurityLogSearch; errors: SecurityLogSearch }) {
  return (
    <Sheet>
      <SheetBody>
        <form action="/administration/security-log" className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t.whatHappened()}
            name="kind"
            defaultValue={asked.kind ?? ""}
            error={errors.kind}
            options={[["", t.anything()], ...kindChoices()]}
          />
          <Field
            label={t.accountByEmail()}
            name="account"
            type="text"
            inputMode="email"
            autoComplete="off"
            defaultValue={asked.account}
            error={errors.account}
          />
          <Field label={t.fromDay()} name="from" type="date" defaultValue={asked.from} error={errors.from} />
          <Field label={t.toDay()} name="to" type="date" defaultValue={asked.to} error={errors.to} />
          <div className="sm:col-span-2">
            <Submit act={t.look()} />
          </div>
        </form>
      </SheetBody>
    </Sheet>
  );
}
