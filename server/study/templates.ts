import type { Language } from "#server/locale.ts";
import type { StudyDraft, StudyKind } from "./draft.ts";

type Purpose = Omit<StudyDraft["purpose"], "name">;

/** What a new study can start with, besides a copy of an earlier one. */
export type Template = {
  readonly kind: StudyKind;
  /** The first answers of the form, by the language of the auditors; absent: none. */
  readonly purpose?: Readonly<Record<Language, Purpose>>;
  /** A file of simulated people in /samples. */
  readonly sample?: string;
};

export const templateNames = ["learn", "audit", "loans", "admissions", "hiring", "rule-audit"] as const;
export type TemplateName = (typeof templateNames)[number];

/** Begins the guidelines of every template. */
const lookFor: Readonly<Record<Language, string>> = {
  en: "Look for two applicants who should be treated about alike, where one has a much better chance.",
  de: "Suchen Sie zwei Personen, die etwa gleich behandelt werden sollten, von denen eine aber eine viel bessere Chance hat.",
  es: "Busque dos personas a las que se debería tratar más o menos igual, pero una tiene una probabilidad mucho mejor.",
};

function purposeIn(language: Language, decision: string, purpose: string, rules: readonly string[]): Purpose {
  const guidelines = `${lookFor[language]}\n\n${rules.map((rule) => `* ${rule}\n`).join("")}`;
  return { decision, purpose, guidelines };
}

const ofLoans: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Income, savings, debts and the length of the loan may count.",
    "Sex, age, origin and the place of residence must not count, nor anything that takes their place.",
  ],
  de: [
    "Einkommen, Erspartes, Schulden und Laufzeit des Kredits dürfen zählen.",
    "Geschlecht, Alter, Herkunft und Wohnort dürfen nicht zählen, auch nichts, was an ihre Stelle tritt.",
  ],
  es: [
    "Pueden contar los ingresos, los ahorros, las deudas y el plazo del préstamo.",
    "No pueden contar el sexo, la edad, el origen ni el lugar de residencia, ni nada que los sustituya.",
  ],
};

export const templates: Readonly<Record<TemplateName, Template>> = {
  learn: { kind: "learn" },
  audit: { kind: "audit" },
  loans: {
    kind: "learn",
    purpose: {
      en: purposeIn(
        "en",
        "who gets a small loan",
        "Small loans are granted to applicants. A panel checks that similar applicants have similar chances.",
        [...ofLoans.en, "You judge fairness, not who will repay."],
      ),
      de: purposeIn(
        "de",
        "wer einen Kleinkredit bekommt",
        "Kleinkredite werden auf Antrag vergeben. Ein Gremium prüft, ob ähnliche Personen ähnliche Chancen haben.",
        [...ofLoans.de, "Sie beurteilen Fairness, nicht, wer zurückzahlt."],
      ),
      es: purposeIn(
        "es",
        "quién recibe un préstamo pequeño",
        "Se conceden préstamos pequeños a quienes los solicitan. Un panel comprueba que personas parecidas tengan probabilidades parecidas.",
        [...ofLoans.es, "Usted juzga la equidad, no quién devolverá el préstamo."],
      ),
    },
    sample: "loans.csv",
  },
  admissions: {
    kind: "learn",
    purpose: {
      en: purposeIn(
        "en",
        "who is admitted",
        "Applicants are admitted to a study programme. A panel checks that similar applicants have similar chances.",
        [
          "Grades, test results and experience in research may count.",
          "The country of the earlier school must not count. A missing test result is not a bad one.",
          "You judge fairness, not who will graduate.",
        ],
      ),
      de: purposeIn(
        "de",
        "wer zugelassen wird",
        "Personen werden zu einem Studiengang zugelassen. Ein Gremium prüft, ob ähnliche Personen ähnliche Chancen haben.",
        [
          "Noten, Testergebnisse und Forschungserfahrung dürfen zählen.",
          "Das Land der früheren Schule darf nicht zählen. Ein fehlendes Testergebnis ist kein schlechtes.",
          "Sie beurteilen Fairness, nicht, wer den Abschluss schafft.",
        ],
      ),
      es: purposeIn(
        "es",
        "quién es admitido",
        "Se admite a personas en un programa de estudios. Un panel comprueba que personas parecidas tengan probabilidades parecidas.",
        [
          "Pueden contar las notas, los resultados de pruebas y la experiencia en investigación.",
          "No puede contar el país de la escuela anterior. Que falte un resultado no es un mal resultado.",
          "Usted juzga la equidad, no quién se graduará.",
        ],
      ),
    },
    sample: "admissions.csv",
  },
  hiring: {
    kind: "learn",
    purpose: {
      en: purposeIn(
        "en",
        "who is invited to an interview",
        "Applicants are invited to interviews. A panel checks that similar applicants have similar chances.",
        [
          "Skills, experience and results of work samples may count.",
          "Gaps in the employment history must not count, nor sex, age, health or origin.",
          "You judge fairness, not who will be hired.",
        ],
      ),
      de: purposeIn(
        "de",
        "wer zum Vorstellungsgespräch eingeladen wird",
        "Personen werden zu Vorstellungsgesprächen eingeladen. Ein Gremium prüft, ob ähnliche Personen ähnliche Chancen haben.",
        [
          "Fähigkeiten, Erfahrung und Ergebnisse von Arbeitsproben dürfen zählen.",
          "Lücken im Lebenslauf dürfen nicht zählen, auch nicht Geschlecht, Alter, Gesundheit oder Herkunft.",
          "Sie beurteilen Fairness, nicht, wer eingestellt wird.",
        ],
      ),
      es: purposeIn(
        "es",
        "a quién se invita a una entrevista",
        "Se invita a personas a entrevistas. Un panel comprueba que personas parecidas tengan probabilidades parecidas.",
        [
          "Pueden contar las capacidades, la experiencia y los resultados de pruebas de trabajo.",
          "No pueden contar los huecos en la vida laboral, ni el sexo, la edad, la salud o el origen.",
          "Usted juzga la equidad, no a quién se contratará.",
        ],
      ),
    },
    sample: "hiring.csv",
  },
  "rule-audit": {
    kind: "audit",
    purpose: {
      en: purposeIn(
        "en",
        "who gets a small loan",
        "A credit score decides about loans today. A panel checks whether similar applicants have similar chances.",
        ofLoans.en,
      ),
      de: purposeIn(
        "de",
        "wer einen Kleinkredit bekommt",
        "Heute entscheidet ein Score über Kredite. Ein Gremium prüft, ob ähnliche Personen ähnliche Chancen haben.",
        ofLoans.de,
      ),
      es: purposeIn(
        "es",
        "quién recibe un préstamo pequeño",
        "Hoy una puntuación decide sobre los préstamos. Un panel comprueba si personas parecidas tienen probabilidades parecidas.",
        ofLoans.es,
      ),
    },
    sample: "credit-scores.csv",
  },
};
