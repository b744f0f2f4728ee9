import { Check, Circle, CircleDashed, CirclePlay, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import { Tag, type TagTone } from "#components/ui/tag.tsx";

type Role = "operator" | "auditor" | "researcher";
type State = "draft" | "ready" | "running" | "ended";
type Study = { id: string; name: string; state: State; role: Role };

const roles = [
  { role: "auditor", title: "You judge", note: "Pairs of people, one round after the other." },
  { role: "operator", title: "You run", note: "Rounds, seats and outcomes." },
  { role: "researcher", title: "You follow", note: "The record of the closed rounds." },
] as const satisfies readonly { role: Role; title: string; note: string }[];

/** Somebody has one role in each study; the studies stand under what they are there to do. */
export function MyStudies({ studies }: { studies: readonly Study[] }) {
  return roles.map(({ role, title, note }) => {
    const mine = studies.filter((study) => study.role === role);
    if (mine.length === 0) return null;
    return (
      <Section key={role} title={title} note={note}>
        <Sheet>
          <ul>
            {mine.map((study) => (
              <StudyLine key={study.id} {...study} />
            ))}
          </ul>
        </Sheet>
      </Section>
    );
  });
}

function StudyLine({ id, name, state }: Study) {
  const { tone, icon, word } = states[state];
  return (
    <li className="relative flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-b-0 hover:bg-hover md:px-6">
      <h3>
        <Link href={`/studies/${id}`} className="text-ink after:absolute after:inset-0 hover:text-ink">
          {name}
        </Link>
      </h3>
      <Tag tone={tone} icon={icon}>
        {word}
      </Tag>
    </li>
  );
}

const states: Record<State, { tone: TagTone; icon: LucideIcon; word: string }> = {
  draft: { tone: "plain", icon: CircleDashed, word: "Draft" },
  ready: { tone: "plain", icon: Circle, word: "Ready" },
  running: { tone: "open", icon: CirclePlay, word: "Running" },
  ended: { tone: "plain", icon: Check, word: "Ended" },
};
