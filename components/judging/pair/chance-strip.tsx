import { chanceFigure } from "#components/rounds/people/chance-words.ts";
import { personName } from "#components/rounds/people/pair-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/judgingPair.ts";
import { byChance } from "../state/order.ts";
import { hatch, zone } from "./chance-bar.tsx";

type Person = { readonly position: number; readonly chance: string };

/** All people of the round as bars, highest chance first, with the current pair highlighted. */
export function ChanceStrip({
  people,
  high,
  low,
  limit,
}: {
  people: readonly Person[];
  high: number;
  low: number;
  limit: string;
}) {
  const sorted = byChance(people);
  const [named = "", otherNamed = ""] = [high, low].map((position) => {
    const person = people.find((one) => one.position === position);
    return t.personHas({ person: personName(position), chance: chanceFigure(person?.chance ?? "0").words });
  });
  return (
    <figure>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
        <span className="me-auto">{t.allPeople({ count: people.length })}</span>
        <span className="flex items-center gap-2">
          <span aria-hidden className={`h-3 w-[1.375rem] border border-zone ${zone}`} />
          {t.zone({ limit })}
        </span>
      </figcaption>
      <div
        role="img"
        aria-label={t.stripLabel({ count: people.length, high: named, low: otherNamed })}
        className="mb-4 flex h-19 items-end [--strip:2.125rem] gap-[3px] border-b border-edge pb-[1.375rem] tabular-nums"
      >
        {sorted.map((person) => (
          <Bar
            key={person.position}
            {...person}
            part={partOf(person.position, high, low)}
            isLabelled={people.length <= MOST_LABELS}
          />
        ))}
      </div>
    </figure>
  );
}

/** Most people whose figures fit in a narrow column without overlap. */
const MOST_LABELS = 12;

type Part = "high" | "low" | "rest";

function partOf(position: number, high: number, low: number): Part {
  if (position === high) return "high";
  return position === low ? "low" : "rest";
}

const looks: Record<Part, string> = {
  high: "bg-person-high",
  low: `border-[1.5px] border-person-low ${hatch}`,
  rest: "bg-person-rest",
};

function Bar({ position, chance, part, isLabelled }: Person & { part: Part; isLabelled: boolean }) {
  const isLit = part !== "rest";
  return (
    <span
      title={t.personChance({ person: personName(position), chance: chanceFigure(chance).words })}
      className={classNames(
        "relative grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] justify-items-center text-xs leading-4",
        isLit ? "z-1 font-[620] text-ink" : "text-ink-3",
      )}
    >
      <span className={classNames("whitespace-nowrap", !isLit && !isLabelled && "invisible")}>
        {chanceFigure(chance).figure}
      </span>
      <span
        className={classNames("block min-h-px w-full max-w-9", looks[part])}
        style={{ height: `calc(${Number(chance).toFixed(4)} * var(--strip))` }}
      />
      <span
        className={classNames(
          "absolute -bottom-[1.375rem] min-w-[1.125rem] rounded-sm text-center leading-5",
          isLit && "bg-ink text-on-ink",
          !isLit && !isLabelled && "invisible",
        )}
      >
        {position + 1}
      </span>
    </span>
  );
}
