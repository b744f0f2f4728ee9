import type { ChanceRule } from "./chances.ts";
import type { ColumnSums, PolicyFile, RuleForm } from "./policy-file.ts";

/**
 * Writes a policy as one SELECT for PostgreSQL and DuckDB, which gives the chances of {@link policyChances} to the last
 * bit. It reads a table `people` with a column for each of the study's and `position`, from 0; NULL is an empty cell.
 */
export function policySql(policy: PolicyFile, rule: ChanceRule): string {
  const { columnSums, study, round, opening } = policy;
  const head = `-- Round ${round} of study ${study}: log entry ${opening.seq}, ${opening.hash}; rule: ${rule}.\n`;
  const base = columnSums ? byColumn(columnSums[rule]) : byRules(policy, rule);
  return `${head}${rule === "round" ? published(policy, base) : base}\nORDER BY "position";\n`;
}

function byRules(policy: PolicyFile, rule: ChanceRule): string {
  const conditions = policy.conditions.map(
    (condition, index) => `${sqlOf(policy, condition)} AS c${index + 1}`,
  );
  const group =
    rule === "round"
      ? '"position" - "position" % 8 AS first, "position" % 8 AS bit'
      : '"position" AS first, 0 AS bit';
  const rules = policy.rules.map(({ rule: number, weight, roundWeight, accepts }) => {
    const used = rule === "round" ? (roundWeight ?? weight) : weight;
    const part = number === 0 ? 0 : (number - 1) % 4;
    return `      (${number}, ${part}, ${double(used)}, ${acceptsSql(accepts)})`;
  });
  const part = (place: number) => `coalesce(max(CASE WHEN part = ${place} THEN weight END), ${double("0")})`;
  return `WITH met AS (
  SELECT ${['"position"', group, ...conditions].join(", ")} FROM people
), answers AS (
  SELECT met.first, met.bit, rules.* FROM met CROSS JOIN LATERAL (VALUES
${rules.join(",\n")}
  ) AS rules (rule, part, weight, accepts)
), bytes AS (
  SELECT first, rule, part, weight, CAST(sum(CASE WHEN accepts THEN 1 << bit ELSE 0 END) AS integer) AS byte
  FROM answers GROUP BY first, rule, part, weight
), parts AS (
  SELECT first, byte, part, sum(weight ORDER BY rule) AS weight FROM bytes GROUP BY first, byte, part
), weights AS (
  SELECT first, byte, ${[0, 1, 2, 3].map(part).join(" + ")} AS weight FROM parts GROUP BY first, byte
)
SELECT met."position", sum(CASE WHEN (byte >> bit) & 1 = 1 THEN weight ELSE ${double("0")} END ORDER BY byte)
  / sum(weight ORDER BY byte) AS chance
FROM met JOIN weights ON weights.first = met.first GROUP BY met."position"`;
}

function byColumn({ everyone, total, columns }: ColumnSums): string {
  const accepted = columns.reduce((sum, { column, cuts, accepted, blank }) => {
    const cell = `CAST(${quoted(column)} AS float8)`;
    const steps = cuts.map(
      (cut, index) => `WHEN ${cell} <= ${double(cut)} THEN ${double(accepted[index] as string)}`,
    );
    const last = double(accepted.at(-1) as string);
    return `(${sum}\n  + CASE WHEN ${cell} IS NULL THEN ${double(blank)} ${steps.join(" ")} ELSE ${last} END)`;
  }, double(everyone));
  return `SELECT "position", ${accepted} / ${double(total)} AS chance FROM people`;
}

function published(
  { published: { none, all, pull, target, isRounded, corrections } }: PolicyFile,
  base: string,
): string {
  const [share, raised] = [1 - Number(none) - Number(all), Number(all)];
  const [kept, moved] = [1 - Number(pull), Number(pull) * Number(target)];
  const reached = `(${double(share)} * chance + ${double(raised)})`;
  const chance = `least(${double("1")}, greatest(${double("0")}, ${double(kept)} * ${reached} + ${double(moved)}))`;
  const limited = `SELECT "position", ${chance} AS chance FROM (\n${base}\n) AS base`;
  if (!isRounded) return limited;
  const units = `SELECT "position", chance * ${double("1e15")} AS units FROM (\n${limited}\n) AS limited`;
  const rounded = `SELECT "position", (floor(units) + CASE WHEN units - floor(units) >= ${double("0.5")} THEN ${double("1")} ELSE ${double("0")} END) / ${double("1e15")} AS chance FROM (\n${units}\n) AS in_units`;
  const cases = corrections.map(
    ({ position, from, to }) =>
      `WHEN "position" = ${position} AND chance = ${double(from)} THEN ${double(to)}`,
  );
  if (cases.length === 0) return rounded;
  return `SELECT "position", CASE ${cases.join(" ")} ELSE chance END AS chance FROM (\n${rounded}\n) AS rounded`;
}

function sqlOf(
  { columns }: PolicyFile,
  { column, test, value, blank }: PolicyFile["conditions"][number],
): string {
  const name = quoted(column);
  if (test === "is-blank") return `${name} IS NULL`;
  const isNumber = columns.some((each) => each.name === column && each.type === "number");
  const [cell, other] = isNumber ? [`CAST(${name} AS float8)`, double(value)] : [name, text(value)];
  const sign = { "at-most": "<=", above: ">", is: "=", "is-not": "<>" }[test];
  return `coalesce(${cell} ${sign} ${other}, ${blank === "pass"})`;
}

function acceptsSql(form: RuleForm): string {
  const met = (condition: number) => (condition > 0 ? `c${condition}` : `NOT c${-condition}`);
  const joined = (conditions: readonly number[], by: string, none: string) =>
    conditions.length === 0 ? none : `(${conditions.map(met).join(` ${by} `)})`;
  const counted = (condition: number, points: number) =>
    `CASE WHEN ${met(condition)} THEN ${points} ELSE 0 END`;
  switch (form.kind) {
    case "none":
      return "false";
    case "all":
      return "true";
    case "all-of":
      return joined(form.conditions, "AND", "true");
    case "any-of":
      return joined(form.conditions, "OR", "false");
    case "odd-of":
      return `(${["0", ...form.conditions.map((each) => counted(each, 1))].join(" + ")}) % 2 = 1`;
    case "ways":
      return form.ways.length === 0
        ? "false"
        : `(${form.ways.map((way) => joined(way, "AND", "true")).join(" OR ")})`;
    case "steps": {
      const steps = form.steps.map(({ condition, accepts }) => `WHEN ${met(condition)} THEN ${accepts}`);
      return `CASE ${steps.join(" ")} ELSE ${form.steps.at(-1)?.accepts !== true} END`;
    }
    case "points":
      return `${["0", ...form.points.map(({ condition, points }) => counted(condition, points))].join(" + ")} >= ${form.needed}`;
  }
}

function double(value: string | number): string {
  return `CAST('${value}' AS float8)`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
