import { cellLabel } from "./columns.ts";
import type { ColumnChoice, ColumnRole } from "./draft.ts";
import { numbersOf } from "./read-columns.ts";
import type { PeopleReading, ReadColumn } from "./reading.ts";

/**
 * Reasons against showing a column or letting rules use it. All are guesses from its name or its cells: a warning asks
 * the operator to look, and forbids nothing.
 */

const patterns = {
  outcome:
    /^(outcomes?|results?|label|target|class|repaid|paid|default(ed)?|admitted|accepted|hired|approved|granted|success(ful)?|passed|graduated|suitable|recidivism|decisions?|verdicts?|eval(uation)?|rating)$/,
  chance: /^(chances?|probabilit(y|ies)|prob|propensity|likelihood|scores?)$/,
  name: /^(surname|firstname|lastname|fullname|forename|nachname|vorname|prénom|apellidos?|cognome)$/,
  contact:
    /^(e?mail|phone|telephone|telefon|teléfono|mobile|tel|fax|address|adresse|dirección|street|strasse|straße|calle|iban|passport|ssn)$/,
  code: /^(id|ids|uuid|key|code|no|number|ref|reference|kennung|aktenzeichen|número|num|expediente|.*(nr|nummer))$/,
  money:
    /^(amounts?|sum|salar(y|ies)|wages?|income|pay|payments?|price|fees?|costs?|loan|debt|revenue|turnover|budget|grants?|scholarships?|stipend|betrag|gehalt|eur|usd|gbp|chf|euros?|dollars?|\p{Sc})$/u,
  reporting: /^(report(ing)?|monitor(ing)?|statistics?|statistical|eeo|protected|sensitive)$/,
  ranking:
    /^(rank(s|ing|ings|ed)?|place|position|percentile|order|rang|rangliste|platz|platzierung|puesto|clasificación|posición)$/,
} as const;

/** Names, in English, German and Spanish, of facts by which people should usually not be judged, and of stand-ins for them. */
const groups = {
  sex: /^(sex|gender|male|female|wom[ae]n|orientation|pregnan(t|cy)|maternity|geschlecht|männlich|weiblich|frau|anrede|schwanger(schaft)?|sexo|género|genero|mujer|hombre|embaraz(o|ada))$/,
  age: /^(age|aged|birth(day|date|year)?|born|dob|yob|alter|lebensalter|geburts(tag|datum|jahr)|geboren|jahrgang|edad|nacimiento|nacid[oa]|cumpleaños)$/,
  origin:
    /^(origin|race|ethnic(ity)?|nation(ality)?|citizen(ship)?|country|region|birthplace|(im)?migra(nt|tion)|native|foreign(er)?|language|caste|skin|toefl|ielts|herkunft(sland)?|land|staat(sangehörigkeit|sbürgerschaft)|nationalität|ethnie|geburts(ort|land)|migrationshintergrund|muttersprache|ausländer(in)?|origen|raza|etnia|nacionalidad|ciudadanía|país|pais|región|extranjer[oa]|inmigrante|idioma|lengua)$/,
  religion:
    /^(religio(n|us)|faith|creed|denomination|church|konfession|glaube|kirche(nsteuer)?|religión|confesión|iglesia)$/,
  health:
    /^(health|disab(led|ility|ilities)|ill(ness)?|disease|sick(ness)?|diagnos(is|es|e)|medical|handicap|gesundheit(szustand)?|krank(heit)?|(schwer)?behinder(t|ung|ungsgrad)|salud|enferm[oa]|enfermedad|discapaci(dad|tado|tada)|minusvalía|diagnóstico)$/,
  residence:
    /^(post(al)?(code)?|zip(code)?|neighbou?rhood|district|plz|postleitzahl|wohnort|stadtteil|bezirk|barrio|distrito|municipio)$/,
} as const;

type Group = keyof typeof groups;
const groupNames = Object.keys(groups) as Group[];

const simpleKinds = [
  "same",
  "copy",
  "outcome",
  "names",
  "emails",
  "contact",
  "unique",
  "money",
  "reporting",
] as const;

/** A reason against showing a column or letting rules use it. */
export type ColumnWarning =
  | { readonly kind: (typeof simpleKinds)[number] }
  /** An identifier that does not tell all people apart. */
  | { readonly kind: "shared" }
  /** The column may be, or stand for, a sensitive fact. */
  | { readonly kind: "group"; readonly group: Group }
  /** A few cells that are no numbers, which make words of all the others. */
  | { readonly kind: "words"; readonly count: number }
  /** An extreme number, as the column shows it. */
  | { readonly kind: "outlier"; readonly end: "smallest" | "largest"; readonly value: string };

/** Words after which "name" means a person's name, rather than that of a file or a town. */
const ofPerson =
  /\b(first|last|full|given|family|applicant|person|student|customer|client|candidate|employee)\b/;

/** Returns the words of a header: "applicantName" and "applicant_name" have two. */
function wordsOfName(name: string): string[] {
  const spaced = name
    .normalize("NFC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase();
  return spaced.match(/\p{Sc}|\p{L}+/gu) ?? [];
}

function nameMatches(name: string, what: keyof typeof patterns): boolean {
  return wordsOfName(name).some((word) => patterns[what].test(word));
}

/** Guesses which sensitive facts about people a column holds or stands for: "origin", "age". */
function groupsIn(name: string): Group[] {
  const words = wordsOfName(name);
  return groupNames.filter((group) => words.some((word) => groups[group].test(word)));
}

/** Guesses whether less may be as good as more in a column of numbers: a ranking, an age or an amount. */
export function hasUnclearDirection(name: string): boolean {
  return nameMatches(name, "ranking") || nameMatches(name, "money") || groupsIn(name).includes("age");
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

/** Uses in which a column is neither shown nor used by rules. */
const unwarned: readonly ColumnRole[] = ["outcome", "identifier", "chance", "group"];
/** A column of words is pointed out if at most this share of its filled cells are no numbers. */
const strayShare = 0.1;

/** @param copies the places of columns that nearly determine the outcome */
export function warningsOf(
  column: ColumnChoice,
  reading: PeopleReading,
  copies: readonly number[],
): ColumnWarning[] {
  const { role, source, type, name } = column;
  const { columns, rowCount } = reading;
  const read = columns[source];
  if (read === undefined) return [];
  const isUnique = read.distinct === rowCount && read.missing === 0;
  if (role === "identifier" && !isUnique) return [{ kind: "shared" }];
  if (unwarned.includes(role)) return [];
  const about = { ...read, name: `${read.name} ${name}` };
  const simple = {
    same: read.distinct <= 1,
    copy: copies.includes(source),
    outcome: looksLikeOutcome(read),
    names: namesPeople(read),
    emails: read.contents === "e-mails",
    contact: nameMatches(about.name, "contact"),
    unique: isUnique && (nameMatches(about.name, "code") || type === "text") && !namesPeople(read),
    money: nameMatches(about.name, "money"),
    reporting: nameMatches(about.name, "reporting"),
  };
  return [
    ...strayWords(column, read, rowCount),
    ...simpleKinds.filter((kind) => simple[kind]).map((kind) => ({ kind })),
    ...groupsIn(about.name).map((group) => ({ kind: "group" as const, group })),
    ...outlierWarnings(column, reading),
  ];
}

/** Points out cells that keep a column from being read as numbers: they may be typing errors. */
function strayWords(
  { type }: ColumnChoice,
  { numbers, missing }: ReadColumn,
  rowCount: number,
): ColumnWarning[] {
  const count = Math.min(...numbers.map(({ otherCount }) => otherCount));
  const isFew = count > 0 && count <= strayShare * (rowCount - missing);
  return type !== "number" && isFew ? [{ kind: "words", count }] : [];
}

/** Points out an extreme number that is not treated yet: it may be a typing error. */
function outlierWarnings(column: ColumnChoice, reading: PeopleReading): ColumnWarning[] {
  const facts = column.type === "number" ? numbersOf(reading, column) : null;
  if (facts === null || facts.oddEnd === null || column.outliers.treatment !== "keep") return [];
  return [{ kind: "outlier", end: facts.oddEnd, value: cellLabel(column, facts[facts.oddEnd]) }];
}

/** Checks that a column has no warning and can be read. */
export function isSafe(column: ColumnChoice, reading: PeopleReading, copies: readonly number[]): boolean {
  return column.notation !== "unclear" && warningsOf(column, reading, copies).length === 0;
}
