"""Entries outside rounds: people, seats, outcomes, erasures, restores (docs/log-format.md, sections 2 to 5)."""

from __future__ import annotations

from typing import Any, Dict

from .forms import digest_root, entry_hash, is_hex, is_own_signature, parse_line, proven_root
from .guarded import Guarded
from .ftpl import Ftpl
from .learner import Costs, on_grid
from .notes import Signers, read_checkpoint, witness_key
from .picks import Picks
from .rules import read_rules
from .separators import ftpl_layout, separator_of
from .settings import check_prior, check_settings
from .shapes import check_body, check_part
from .study import LINKS, Entry, Study, digest_of
from .totals import Totals, exp2_layout, state_hash


class Entries(Study):
    """Entries outside rounds."""

    def study_created(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        expect(entry["seq"] == 1, "study.created as entry 1")
        tree, named = body["seedTree"], body["checkpoints"]
        check_part("seedTree", tree)
        expect(tree["size"] == LINKS, f"a seed tree of {LINKS} links")
        check_part("guidelines", body["guidelines"])
        expect(body["guidelines"]["version"] == 1, "guidelines of version 1")
        self.seed_root, self.guidelines = tree["root"], 1
        check_part("checkpoints", named)
        origin, witnesses = named["origin"], named["witnesses"]
        is_name = origin.endswith(f"/studies/{self.id}") and not any(one in origin for one in " +\n\t")
        expect(is_name, f"an origin that ends with /studies/{self.id}")
        expect(len(set(witnesses)) == len(witnesses), "witnesses that differ")
        for witness in witnesses:
            witness_key(witness)
        self.has_witnesses = bool(witnesses)
        self.signers = Signers(origin, named["key"], self.trusted.witnesses or witnesses)
        self.beacon = body["beacon"]
        if self.beacon is not None:
            check_part("beacon", self.beacon)
            expect(is_hex(self.beacon["key"], 192), "a beacon key of 192 hex digits")
        self._apply_settings(body["settings"])
        expect(not (self.is_audit and self.beacon), "no beacon in an audit")

    def settings_revised(self, entry: Entry) -> None:
        if self.report.expect(not self.rounds, "no change of settings after the first opening"):
            self._apply_settings(entry["body"]["settings"])

    def _apply_settings(self, settings: Dict[str, Any]) -> None:
        self.settings = settings
        check_settings(settings)
        self.selection, self.lottery = settings["panel"]["selection"], None
        self.rules = self.costs = self.totals = self.guarded = self.ftpl = self.picks = self._prior = None
        if self.is_audit:
            return
        self.rules = read_rules(self.learner, self.parts.rules)
        if self.rules is None:
            return
        check_prior(self.learner, self.rules.count)
        self.picks = Picks(self.learner, self.report, self.open_rounds) if "picks" in self.learner else None
        if self.learner["mode"] == "guarded":
            self.guarded = Guarded(self.learner, self.rules, self.report, self.open_rounds, self.picks)
        if self.is_replayed:
            is_ftpl = self.learner["learner"] == "ftpl"
            self.costs = Costs(self.learner, self.rules.count)
            self.totals = Totals(ftpl_layout(self.learner, self.rules) if is_ftpl else exp2_layout(self.rules))
            if is_ftpl:
                self.ftpl = Ftpl(self.learner, self.rules, separator_of(self.learner, self.rules), self.report)

    def guidelines_revised(self, entry: Entry) -> None:
        self.report.expect_equal("version of the guidelines", self.guidelines + 1, entry["body"]["version"])
        self.guidelines = entry["body"]["version"]

    def people_imported(self, entry: Entry) -> None:
        body = entry["body"]
        first, last = int(body["first"][1:]), int(body["last"][1:])
        self.report.expect_equal("count of people", last - first + 1, body["count"])
        before = self.imported[-1][1] if self.imported else 0
        self.report.expect_equal("first pseudonym", before + 1, first)
        self.imported.append((first, last, entry["seq"], body["root"]))

    def seat_added(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        self.report.expect_equal("seat", f"s{len(self.seats) + 1}", body["seat"])
        if body["replaces"] is not None:
            left = body["replaces"]
            expect(self.seats.get(left) == "removed" and left not in self.replaced, "a removed seat, replaced once")
            self.replaced.add(left)
        self.seats[body["seat"]] = "active"
        if body["key"] is not None:
            expect(body["by"] != "account" and body["key"] not in self.keys, "a new key of a seat that joined by a link")
            self.keys[body["key"]] = (body["seat"], "seat")

    def seat_key_added(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        seat, key, by = body["seat"], body["key"], body["by"]
        expect(self.seats.get(seat) == "active", "a seat that is not removed")
        known = self.keys.get(key)
        proof = ""
        if by is not None:
            check_part("proof of a key", by)
            other, how = self.keys.get(by["key"], ("", ""))
            is_proven = how != "" and self.seats.get(other) == "active"
            expect(is_proven, "a proof by a proven key of a seat that is not removed")
            is_signed = is_own_signature(by["key"], by["signature"], "seat-key", self.id, seat, key)
            expect(is_signed, "a signature of the key")
            if is_proven and is_signed:
                proof = how if other == seat else "panel"
        is_news = known is None or (known[0] == seat and proof != "" and known[1] == "")
        if expect(is_news, "a new key, or the first proof of one"):
            self.keys[key] = (seat, proof)

    def seat_removed(self, entry: Entry) -> None:
        seat, expect = entry["body"]["seat"], self.report.expect
        expect(self.seats.get(seat) == "active", "a seat that is not removed")
        is_fixed = any(seat in one.panel and one.ballots for one in self.open.values())
        expect(not is_fixed, "a seat that is not on the panel of an open round with a ballot")
        self.seats[seat] = "removed"

    def person_erased(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        person, state = body["person"], body["state"]
        number = int(person[1:])
        is_imported = any(first <= number <= last for first, last, _, _ in self.imported)
        expect(is_imported and person not in self.erased, "an imported person who is not erased yet")
        expect(not self.open, "no open round at an erasure")
        if body["cause"] == "retention":
            self._require_due(entry)
        expect((state is not None) == (not self.is_audit and person in self.round_of), "a state if the person was in a round")
        if state is not None:
            check_part("state", state)
            self.report.expect_equal("state", self.state_hash, state_hash(state["head"], state["totals"]))
            expect(self.updated_to == self.effects[-1], "learner.updated with all effects before an erasure")
            self._resume(state)
        if self.guarded is not None:
            self.guarded.erase(person)
        self.erased.add(person)
        self.record_effect(entry)

    def _resume(self, state: Dict[str, Any]) -> None:
        if self.totals is None and self.guarded is None:
            return
        data = self.parts.totals.get(state["totals"])
        if data is None:
            self.report.expect(False, "the totals of the erasure in the record")
            return
        if self.guarded is not None:
            self.guarded.resume(state["head"], data)
            return
        assert self.totals is not None
        rounds = self.open_rounds.head(ahead=self.picks is not None and self.picks.is_average)
        more = {"open": "open:list", "ahead": "ahead:dec"}
        check_part("head", state["head"], " ".join(form for key, form in more.items() if key in rounds))
        self.report.expect_equal("state: rounds", rounds, {key: state["head"][key] for key in rounds})
        self.report.skip("whether totals are sums of charges, with too many unknown people", int(not self.totals.may_explain))
        self.report.expect(self.totals.resume(data), "totals that are sums of charges in the log")

    def annulment_proposed(self, entry: Entry) -> None:
        self.annulments.propose(entry["body"], self.seats.get(entry["body"]["by"]) == "active")

    def annulment_withdrawn(self, entry: Entry) -> None:
        self.annulments.withdraw(entry["body"], self.seats.get(entry["body"]["by"]) == "active")

    def objection_received(self, entry: Entry) -> None:
        body = entry["body"]
        round_ = self.rounds.get(body["round"])
        people = round_.people if round_ is not None and round_.state == "closed" else []
        erased = body["position"] < len(people) and people[body["position"]] in self.erased
        self.objections.receive(body, people, erased, self.last_round)

    def objection_answered(self, entry: Entry) -> None:
        body = entry["body"]
        asked = self.rounds.get(body["askedIn"])
        is_closed = asked is not None and asked.state == "closed"
        self.objections.answer(body, len(asked.panel) if asked is not None and is_closed else -1)

    def study_ended(self, entry: Entry) -> None:
        self.report.expect(not self.open, "no open round at the end")
        self.ended_at = entry["at"]

    def retention_changed(self, entry: Entry) -> None:
        days, expect = entry["body"]["days"], self.report.expect
        expect(days is None or 14 <= days <= 36_500, "14 to 36500 days, or null")
        expect(days != self.retention_days, "a changed number of days")
        expect(not self.has_deleted, "no change after features were deleted")
        self.retention_days, self.retention_changed_at = days, entry["at"]

    def _require_due(self, entry: Entry) -> None:
        days, ended_at = self.retention_days, self.ended_at
        day = 86_400_000
        is_due = (
            days is not None
            and ended_at is not None
            and entry["at"] >= max(ended_at + days * day, self.retention_changed_at + 14 * day)
        )
        self.report.expect(is_due, "an erasure by retention once it is due")
        self.has_deleted = True

    def log_restored(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        expect(body["lostHead"] != entry["prev"], "a lost head that differs from the hash of the previous entry")
        expect(body["lostSeq"] >= entry["seq"], "a lost entry with this number or a later one")
        self._lost_checkpoint(body)
        self.first_origin = self.first_origin or self.signers.origin
        self.former.append(self.signers)
        bound = body["lostSeq"] if body["lostCheckpoint"] is None else self.lost_size
        self.lost.append((entry["seq"] - 1, bound))
        self.report.expect_equal("origin", f"{self.first_origin}/restored-{len(self.former)}", body["origin"])
        self.signers = Signers(body["origin"], self.signers.key, self.signers.witnesses)
        lost = max(1, body["lostSeq"] - entry["seq"] + 1)
        most = 0 if self.is_audit else (lost + 1) // 2 + 1
        expect(body["skippedLinks"] <= most, f"at most {most} skipped links")
        self.last_round += body["skippedLinks"]
        self.report.count("restores")
        self.report.count("entries lost before a restore", lost)
        self.report.count("links skipped by a restore", body["skippedLinks"])
        draws_at_close = not self.is_audit and self.settings["drawAt"] == "close"
        self.report.count("rounds that a lost history may have drawn", len(self.open) if draws_at_close else 0)
        for lost_closing in body["lostClosings"]:
            self._lost_closing(lost_closing)
        for number in body["shownLinks"]:
            if expect(draws_at_close and self.beacon is None and number in self.open, "a disclosed link of an open round"):
                self.open[number].is_link_disclosed = True

    def _lost_checkpoint(self, body: Dict[str, Any]) -> None:
        note = body["lostCheckpoint"]
        if note is None:
            self.report.expect(not self.has_witnesses, "a lost checkpoint, since the log has witnesses")
        elif note == self.lost_checkpoint:
            self.lost_size = 0
        else:
            self.lost_checkpoint = note
            self.lost_size = read_checkpoint(note, self.signers).size
            self.report.expect(self.lost_size <= body["lostSeq"], f"a lost checkpoint of at most {body['lostSeq']} entries")

    def _lost_closing(self, lost: Dict[str, Any]) -> None:
        """Checks an entry of a lost history that committed an open round to a public number."""
        check_part("lost closing", lost)
        expect = self.report.expect
        line = lost["entry"].encode()
        entry = parse_line(line)
        check_part("entry", entry)
        expect(entry["type"] == "round.closing" and entry["study"] == self.id, "a lost round.closing of this study")
        check_body("round.closing", entry["body"])
        round_ = self.open.get(entry["body"]["round"])
        is_due = self.beacon_draws_at == "close" and round_ is not None and round_.frozen is None
        if not expect(is_due, "a lost closing of an open round that awaits one") or round_ is None:
            return
        signers = self.signers_of(lost["checkpoint"])
        checkpoint = read_checkpoint(lost["checkpoint"], signers)
        root = proven_root(entry_hash(line), entry["seq"] - 1, checkpoint.size, lost["proof"])
        self.report.expect_equal("checkpoint of the lost closing", root, checkpoint.root)
        number: int = entry["body"]["beaconRound"]
        in_time = any(1000 * at < self.published(number) for at in checkpoint.cosigned)
        # The caller's trusted witnesses may differ from the witnesses that cosigned.
        expect(in_time or bool(self.trusted.witnesses), "a lost closing that was cosigned before its number")
        round_.fixed = number if round_.fixed is None else round_.fixed
        self.report.expect_equal("number of the lost closing", round_.fixed, number)

    def outcome_recorded(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        round_ = self.rounds.get(body["round"])
        if round_ is None or round_.state != "closed" or self.is_audit:
            expect(False, "an outcome of a closed round")
            return
        position, value = body["position"], body["value"]
        if not expect(position < len(round_.people) and round_.decisions[position] == 1, "an outcome of a selected person"):
            return
        person = round_.people[position]
        expect(person not in self.erased, "an outcome of a person who is not erased")
        expect(position not in round_.overridden, "no outcome after an override")
        version, former = round_.outcomes.get(position, (0, None))
        self.report.expect_equal("version of the outcome", version + 1, body["version"])
        expect(value != former, "a changed value")
        round_.outcomes[position] = (body["version"], value)
        if self.guarded is not None and round_.guarded is not None:
            one = (round_.answers[position], round_.chances[position])
            self.guarded.outcome(round_.guarded, position, one, value, former)
        self.record_effect(entry)
        if self.costs is None:
            return
        p, J, costs = round_.chances[position], round_.resamples[position], self.costs
        self.charge(entry, person, on_grid(costs.outcome(value, p, J)) - on_grid(costs.outcome(former, p, J)))
        selected = [at for at, decision in enumerate(round_.decisions) if decision == 1]
        is_settled = former is None and all(at in round_.outcomes for at in selected)
        if self.learner["rejectedHalves"] == "when-settled" and is_settled:
            for at, decision in enumerate(round_.decisions):
                if decision == 0 and round_.people[at] not in self.erased:
                    self.charge(entry, round_.people[at], on_grid(costs.half(round_.chances[at])))

    def decision_overridden(self, entry: Entry) -> None:
        body, expect = entry["body"], self.report.expect
        position, round_ = body["position"], self.rounds.get(body["round"])
        is_closed = round_ is not None and round_.state == "closed" and position < len(round_.decisions)
        if not expect(is_closed, "an override of a decision of a closed round") or round_ is None:
            return
        expect(body["decision"] == 1 - round_.decisions[position], "a decision that differs from the draw's")
        expect(round_.people[position] not in self.erased, "an override of the decision about a person who is not erased")
        expect(position not in round_.overridden, "at most one override for each person")
        is_lost = round_.outcomes.get(position) == (1, "lost")
        expect(round_.decisions[position] == 0 or is_lost, "an override of a rejection, or after a first outcome of lost")
        expect(body["decidedBy"] != "", "the position of the person who decided, not empty")
        round_.overridden.add(position)

    def learner_updated(self, entry: Entry) -> None:
        body = entry["body"]
        self.report.expect_equal("fromSeq", self.updated_to, body["fromSeq"])
        applied = body["appliedSeq"]
        is_effect = applied in self.effects and applied > self.updated_to
        self.report.expect(is_effect, "an update up to an effect after the previous update")
        self.updated_to, self.state_hash = applied, body["stateHash"]
        self.take_charges(applied)
        if self.guarded is not None:
            expected = self.guarded.hash_after(applied)
        elif self.totals is not None:
            expected = self.totals.hash(self._heads.get(applied, {}))
        else:
            return
        if expected is None:
            self.report.skip("state hashes that need features", 1)
        else:
            self.report.expect_equal("stateHash", expected, body["stateHash"])

    def check_people(self) -> None:
        """Compares the features file with the log, at its end."""
        expect, people = self.report.expect, self.parts.people
        names = [f"p{number}" for first, last, _, _ in self.imported for number in range(first, last + 1)]
        expect(names == list(people), "features file: a line for each imported person, in order")
        for name, one in people.items():
            is_due = name in self.appeared and name not in self.erased
            expect(is_due == ("features" in one), f"features file: features of {name} as the log says")
        for first, last, seq, root in self.imported:
            imported = [people.get(f"p{number}") for number in range(first, last + 1)]
            found = digest_root([digest_of(one) for one in imported if one is not None])
            self.report.at(seq).expect_equal("root of the people", root, found)
