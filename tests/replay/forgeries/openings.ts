import { add, both, type Change, drop, ended, erasure, type Group, placeOf, swap } from "./changes.ts";

/** Round 2 with the next person added, who equals the first one. */
export const oneMore: Change = (entries) => {
  const [at, next] = [placeOf(entries, "round.opened 2"), placeOf(entries, "round.opened 3")];
  const { people, ...body } = Object(entries[at]?.body);
  const [third] = Object(entries[next]?.body).people;
  const all = [...people, { ...third, chance: people[0].chance }];
  return entries.with(at, { type: "round.opened", body: { ...body, people: all, chosen: "by-operator" } });
};

/** Round 4 as round 3 was opened with the same people, before the outcomes. */
const outcomesLeftOut: Change = (entries) => {
  const [at, before] = [placeOf(entries, "round.opened 4"), placeOf(entries, "round.opened 3")];
  const { people, appliedSeq, docket } = Object(entries[before]?.body);
  const body = { ...Object(entries[at]?.body), people, appliedSeq, docket };
  return drop("learner.updated 3")(entries.with(at, { type: "round.opened", body }));
};

/** The last round with a person who was erased before it, chosen by an operator. */
const shownErased: Change = (entries) => {
  const [at, update] = [placeOf(entries, "round.opened last"), placeOf(entries, "learner.updated last")];
  const { appliedSeq: fromSeq, stateHash } = Object(entries[update]?.body);
  const appliedSeq = update + 2;
  const body = { ...Object(entries[at]?.body), appliedSeq, chosen: "by-operator" };
  const taken = { type: "learner.updated", body: { fromSeq, appliedSeq, stateHash } };
  return entries.with(at, { type: "round.opened", body }).toSpliced(update + 1, 0, erasure("p7"), taken);
};

export const openingsForgeries: readonly Group[] = [
  {
    log: "known",
    page: "log-format",
    changes: {
      "different needed flags": swap("round.opened", '"neededFlags":2', '"neededFlags":3'),
      "an update to its own entry": swap("learner.updated", '"appliedSeq":14', '"appliedSeq":15'),
      "a different state hash": swap("learner.updated", /"stateHash":"[0-9a-f]{8}/, '"stateHash":"00000000'),
      "a skipped round number": swap("round.opened last", '"round":5', '"round":6'),
      "a different digest of a person": swap("round.opened", /"digest":"[0-9a-f]{8}/, '"digest":"00000000'),
      "a gap between two updates": swap("learner.updated 2", /"fromSeq":\d+/, '"fromSeq":99'),
      "a first update that does not begin at 0": swap("learner.updated", '"fromSeq":0', '"fromSeq":1'),
      "an update to an entry that is not an effect": swap(
        "learner.updated",
        /"appliedSeq":\d+/,
        '"appliedSeq":4',
      ),
      "an opening without a preceding update": drop("learner.updated"),
      "an opening that ignores the update": both(
        drop("learner.updated"),
        swap("round.opened 2", /"appliedSeq":\d+/, '"appliedSeq":0'),
      ),
      "an opening that ignores outcomes": outcomesLeftOut,
      "an opening that claims to use a later entry": swap(
        "round.opened 2",
        '"appliedSeq":14',
        '"appliedSeq":15',
      ),
      "a deadline before the opening": swap("round.opened last", /"deadlineAt":\d+/, '"deadlineAt":1000'),
      "an end while a round is open": add("round.opened last", ended),
      // p4 and p3 exchange places, with all their values.
      "people in a different order": swap("round.opened 2", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$3,$2]"),
      "a person who was already in a round": swap("round.opened 2", '"person":"p3"', '"person":"p2"'),
      "a skipped person": swap("round.opened 2", '"person":"p4"', '"person":"p5"'),
      "people chosen by an operator": swap("round.opened 2", '"chosen":"in-order"', '"chosen":"by-operator"'),
      "people by lot in a study without lots": swap("round.opened 2", '"in-order"', '"by-lot"'),
      "people chosen in an unknown way": swap("round.opened 2", '"in-order"', '"nobody"'),
      "a round announced as having no pairs": swap("round.opened 2", '"deadline"', '"no-pairs"'),
      "a round after the end": (entries) => [
        ...entries,
        entries[placeOf(entries, "round.opened last")] ?? {},
      ],
      "people chosen by an operator, in a different order": both(
        swap("round.opened 2", '"chosen":"in-order"', '"chosen":"by-operator"'),
        swap("round.opened 2", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$3,$2]"),
      ),
      "a round with more people than the settings allow": oneMore,
      "a person who is erased": shownErased,
      "a round with a different version of the guidelines": swap(
        "round.opened",
        '"guidelineVersion":1',
        '"guidelineVersion":2',
      ),
      "a person twice in a round": swap("round.opened", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$2,$2]"),
      "chances that ignore a closed round": swap("round.opened 2", /"appliedSeq":\d+/, '"appliedSeq":3'),
      "a round announced to close by hand": swap("round.opened 2", '"deadline"', '"by-hand"'),
    },
  },
];
