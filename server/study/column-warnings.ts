import type { ColumnChoice } from "./draft.ts";
import type { PeopleReading, ReadColumn } from "./reading.ts";

/**
 * Reasons against showing a column or letting rules use it. All are guesses from its name or its cells: a warning asks
 * the operator to look, and forbids nothing.
 */

const patterns = {
  outcome:
    /^(outcomes?|results?|label|target|class|repaid|paid|default(ed)?|admitted|accepted|hired|approved|granted|success(ful)?|passed|graduated|recidivism|decisions?|verdicts?|eval(uation)?|rating)$/,
  chance: /^(chances?|probabilit(y|ies)|prob|propensity|likelihood|scores?)$/,
  name: /^(surname|firstname|lastname|fullname|forename|nachname|vorname|prénom|apellidos?|cognome)$/,
  contact:
    /^(e?mail|phone|telephone|mobile|tel|fax|address|adresse|street|strasse|postcode|zip|iban|passport|ssn)$/,
  code: /^(id|ids|uuid|key|code|nr|no|number|ref|reference)$/,
  money:
    /^(amounts?|sum|salar(y|ies)|wages?|income|pay|payments?|price|fees?|costs?|loan|debt|revenue|turnover|budget|grants?|scholarships?|stipend|betrag|gehalt|eur|usd|gbp|chf|euros?|dollars?|\p{Sc})$/u,
  reporting: /^(report(ing)?|monitor(ing)?|statistics?|statistical|eeo|protected|sensitive)$/,
  group:
    /^(sex|gender|geschlecht|race|ethnic(ity)?|religion|nationality|citizenship|disab(led|ility|ilities)|orientation|pregnan(t|cy))$/,
} as const;

/** Words after which "name" means a person's name, rather than that of a file or a town. */
const ofPerson =
  /\b(first|last|full|given|family|applicant|person|student|customer|client|candidate|employee)\b/;

/** Returns the words of a header: "applicantName" and "applicant_name" have two. */
function wordsOfName(name: string): string[] {
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase();
  return spaced.match(/\p{Sc}|\p{L}+/gu) ?? [];
}

function nameMatches(name: string, what: keyof typeof patterns): boolean {
  return wordsOfName(name).some((word) => patterns[what].test(word));
}

/** Guesses whether the column holds what happened to people. */
export function looksLikeOutcome({ name, words, distinct }: ReadColumn): boolean {
  return nameMatches(name, "outcome") && distinct >= 2 && distinct <= 5 && words.length > 0;
}

/** Guesses whether the column holds each person's chance under the rule in force. */
export function looksLikeChance({ name, numbers }: ReadColumn): boolean {
  return nameMatches(name, "chance") && numbers.length > 0;
}

/** Guesses whether the column identifies people: a code or a name in each cell, all different. */
export function looksLikeIdentifier(read: ReadColumn, rowCount: number): boolean {
  const isUnique = read.distinct === rowCount && read.missing === 0;
  return isUnique && (nameMatches(read.name, "code") || namesPeople(read));
}

function namesPeople({ name, contents }: ReadColumn): boolean {
  const words = wordsOfName(name);
  const isName = words.includes("name") && (words.length === 1 || ofPerson.test(words.join(" ")));
  return contents === "names" || isName || nameMatches(name, "name");
}

/** @param copies the places of columns that nearly determine the outcome */
export function warningsOf(
  { role, source, type, name }: ColumnChoice,
  { columns, rowCount }: PeopleReading,
  copies: readonly number[],
): string[] {
  const read = columns[source];
  if (read === undefined || role === "outcome" || role === "identifier" || role === "chance") {
    return [];
  }
  const about = { ...read, name: `${read.name} ${name}` };
  const isUnique = read.distinct === rowCount && read.missing === 0;
  const found: [boolean, string][] = [
    [read.distinct <= 1, "The same for everybody: it tells nobody apart."],
    [
      copies.includes(source),
      "Tells the outcome of nearly everybody: it may be a copy of it, or come after it.",
    ],
    [looksLikeOutcome(read), "May be an outcome or a judgement of these people: known only afterwards."],
    [namesPeople(read), "May name people: auditors should not know who somebody is."],
    [read.contents === "e-mails", "Has e-mail addresses in it."],
    [nameMatches(about.name, "contact"), "May say how to reach somebody, or where they live."],
    [
      isUnique && (nameMatches(about.name, "code") || type === "text") && !namesPeople(read),
      "Different for everybody: it may tell who somebody is.",
    ],
    [nameMatches(about.name, "money"), "A sum of money: use it only if it was known before the decision."],
    [nameMatches(about.name, "reporting"), "Its name says that it is for reporting on groups only."],
    [
      nameMatches(about.name, "group"),
      "May be for reporting on groups only: say in the guidelines if it may count.",
    ],
  ];
  return found.flatMap(([isSo, message]) => (isSo ? [message] : []));
}

/** Checks that a column has no warning and can be read. */
export function isSafe(column: ColumnChoice, reading: PeopleReading, copies: readonly number[]): boolean {
  return column.notation !== "unclear" && warningsOf(column, reading, copies).length === 0;
}
