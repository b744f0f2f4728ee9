import { ButtonLink } from "#components/ui/button.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";

/** Empty state of the list of studies, with the next step. */
export function NoStudies({ platformRole }: { platformRole: "administrator" | "operator" | "member" }) {
  const { title, text, action } = texts[platformRole];
  return (
    <Sheet ruled>
      <SheetBody className="grid max-w-measure justify-items-start gap-3 py-8">
        <h2 className="text-xl">{title}</h2>
        <p className="text-ink-2">{text}</p>
        {action && (
          <ButtonLink look="act" href={action.href} className="mt-2">
            {action.label}
          </ButtonLink>
        )}
      </SheetBody>
    </Sheet>
  );
}

const create = { href: "/studies/new", label: "Create a study" };

const texts = {
  administrator: {
    title: "No studies yet",
    text: "A study has a rule that learns, people it decides about, and a panel that watches it. Create one yourself, or invite an operator under Administration.",
    action: create,
  },
  operator: {
    title: "No studies yet",
    text: "A study has a rule that learns, people it decides about, and a panel that watches it. It takes six steps, and each of them is kept.",
    action: create,
  },
  member: {
    title: "You are in no study at the moment",
    text: "Whoever runs a study sends you a link to it. There is nothing to do until then.",
    action: null,
  },
} as const;
