import { ErasePerson } from "#components/rounds/erase-person.tsx";
import { ObjectFor } from "#components/rounds/objections/object-for.tsx";
import { PersonalLinks, type RoundPeople } from "#components/rounds/objections/personal-links.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/personalLinks.ts";
import * as rounds from "#messages/rounds.ts";

type Props = Pick<RoundPeople, "studyId" | "round"> & {
  people: readonly (RoundPeople["people"][number] & { readonly personId: string })[];
  /** The personal links of the round; null in an audit, which makes no decisions. */
  links: Parameters<typeof PersonalLinks>[0]["links"] | null;
};

/** What an operator can do for people of a closed round: explain a decision, write an objection, erase a person. */
export function PeopleFolds({ people, links, ...of }: Props) {
  // only what the forms need: the round page also has features
  const named = people.map(({ position, personId, identifiers = null, isErased }) => ({
    ...{ position, personId, identifiers, isErased },
  }));
  return (
    <>
      {links && (
        <Fold label={t.fold()} isLazy>
          <PersonalLinks {...of} people={named} links={links} />
        </Fold>
      )}
      {links && (
        <Fold label={t.objectFor()} isLazy>
          <div className="grid gap-4">
            <ObjectFor {...of} people={named} />
            <p>
              <Link href={`/studies/${of.studyId}/rounds/objections`}>{t.allObjections()}</Link>
            </p>
          </div>
        </Fold>
      )}
      <Fold label={rounds.eraseAPerson()}>
        <ErasePerson studyId={of.studyId} people={named} />
      </Fold>
    </>
  );
}
