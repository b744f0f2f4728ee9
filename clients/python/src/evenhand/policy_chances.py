# mypy: ignore-errors
def policy_chances(policy, people, rule="base"):
    """Returns the chance of each person under a policy file (docs/policy-file.md), equal to the log's to the last bit.

    people: dicts of cells by column; None, NaN and empty texts are empty cells
    rule: "base" computes each person alone; "round" adds the round's limit and picks
    Raises ValueError if a column is missing or unknown, or a cell is not a number.
    """
    if rule not in ("base", "round"):
        raise ValueError(f"rule is base or round, not {rule!r}")
    columns = {one["name"]: one["type"] for one in policy["columns"]}
    conditions, rules, sums = policy["conditions"], policy["rules"], policy["columnSums"]
    needed = {one["column"] for one in conditions + (sums["base"]["columns"] if sums else [])}

    def number(text, where):
        is_plain = all(sign in "0123456789+-.eE" for sign in text)
        try:
            value = float(text) if is_plain else float("nan")
        except ValueError:
            value = float("nan")
        is_lost = value == 0 and any(sign in "123456789" for sign in text.lower().split("e")[0])
        if value != value or abs(value) == float("inf") or is_lost:
            raise ValueError(f"{where}: found {text!r}, expected a number such as 1234.5")
        return value

    def cells_of(row, person):
        for name in sorted(needed - set(person)):
            raise ValueError(f"row {row} has no column {name!r}, which rules of this policy need")
        for name in person:
            if name not in columns:
                raise ValueError(f"row {row} has a column {name!r}, which the study does not have")
        cells = {}
        for name, kind in columns.items():
            value = person.get(name)
            text = "" if value is None or value != value else str(value).strip()
            if text == "":
                cells[name] = None
            else:
                cells[name] = number(text, f"row {row}, column {name!r}") if kind == "number" else text
        return cells

    def meets(condition, cells):
        cell, test, value = cells[condition["column"]], condition["test"], condition["value"]
        if cell is None:
            return test == "is-blank" or condition.get("blank") == "pass"
        if test == "is-blank":
            return False
        if columns[condition["column"]] == "number":
            value = float(value)
        if test == "at-most":
            return cell <= value
        if test == "above":
            return cell > value
        return (cell == value) == (test == "is")

    def is_accepted(form, met):
        def holds(condition):
            return met[abs(condition) - 1] == (condition > 0)

        kind = form["kind"]
        if kind in ("none", "all"):
            return kind == "all"
        if kind == "all-of":
            return all(map(holds, form["conditions"]))
        if kind == "any-of":
            return any(map(holds, form["conditions"]))
        if kind == "odd-of":
            return sum(map(holds, form["conditions"])) % 2 == 1
        if kind == "ways":
            return any(all(map(holds, way)) for way in form["ways"])
        if kind == "steps":
            for step in form["steps"]:
                if holds(step["condition"]):
                    return step["accepts"]
            return not form["steps"][-1]["accepts"]
        reached = 0
        for one in form["points"]:
            reached += one["points"] if holds(one["condition"]) else 0
        return reached >= form["needed"]

    def by_column(cells):
        own = sums[rule]
        accepted = float(own["everyone"])
        for one in own["columns"]:
            cell = cells[one["column"]]
            if cell is None:
                accepted += float(one["blank"])
            else:
                accepted += float(one["accepted"][sum(1 for cut in one["cuts"] if float(cut) < cell)])
        return accepted / float(own["total"])

    def by_rules(rows):
        key = "roundWeight" if rule == "round" else "weight"
        weights = [float(one.get(key, one["weight"])) for one in rules]
        met = [[meets(one, cells) for one in conditions] for cells in rows]
        size, found = 8 if rule == "round" else 1, []
        for first in range(0, len(rows), size):
            group = met[first : first + size]
            parts = [0.0] * (4 << len(group))
            for one, weight in zip(rules, weights):
                byte = sum(is_accepted(one["accepts"], each) << bit for bit, each in enumerate(group))
                parts[4 * byte + (0 if one["rule"] == 0 else (one["rule"] - 1) % 4)] += weight
            total, accepted = 0.0, [0.0] * len(group)
            for byte in range(1 << len(group)):
                weight = ((parts[4 * byte] + parts[4 * byte + 1]) + parts[4 * byte + 2]) + parts[4 * byte + 3]
                total += weight
                for bit in range(len(group)):
                    if byte >> bit & 1:
                        accepted[bit] += weight
            found += [one / total for one in accepted]
        return found

    def as_published(position, chance):
        own = policy["published"]
        none, every, pull, target = (float(own[key]) for key in ("none", "all", "pull", "target"))
        chance = (1 - pull) * ((1 - none - every) * chance + every) + pull * target
        chance = min(1.0, max(0.0, chance))
        if not own["isRounded"]:
            return chance
        units = chance * 1e15
        chance = (int(units) + (units - int(units) >= 0.5)) / 1e15
        for one in own["corrections"]:
            if one["position"] == position and float(one["from"]) == chance:
                return float(one["to"])
        return chance

    rows = [cells_of(row, person) for row, person in enumerate(people, 1)]
    base = [by_column(cells) for cells in rows] if sums else by_rules(rows)
    return base if rule == "base" else [as_published(position, one) for position, one in enumerate(base)]
