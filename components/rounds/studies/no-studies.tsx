import { ButtonLink } from "#components/ui/button.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/inbox.ts";

/** Empty state of the list of studies, with the next step. */
export function NoStudies({ platformRole: role }: { platformRole: "administrator" | "operator" | "member" }) {
  return (
    <Sheet ruled>
      <SheetBody className="grid max-w-measure justify-items-start gap-3 py-8">
        <h2 className="text-xl">{t.noStudies({ role })}</h2>
        <p className="text-ink-2">{t.noStudiesNote({ role })}</p>
        {role !== "member" && (
          <ButtonLink look="act" href="/studies/new" className="mt-2">
            {t.createStudy()}
          </ButtonLink>
        )}
      </SheetBody>
    </Sheet>
  );
}
