"""Entries of an open round: ballots, deadlines, seats (docs/log-format.md, section 4, and log-format-docket.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, List, Optional, Sequence, Tuple

from .forms import exact, is_own_signature, keyed, tagged
from .openings import Openings
from .study import Ballot, Entry, Round

_VERDICTS = ("unfair", "acceptable", "unsure")


class Ballots(Openings):
    """Adds sealed and opened ballots to the openings."""

    def open_round(self, entry: Entry) -> Optional[Round]:
        number = entry["body"]["round"]
        self.report.expect(number in self.open, f"an open round, not {number}")
        return self.open.get(number)

    def open_round_before_closing(self, entry: Entry) -> Optional[Round]:
        round_ = self.open_round(entry)
        self.report.expect(round_ is None or round_.frozen is None, "an entry before round.closing")
        return round_

    def round_extended(self, entry: Entry) -> None:
        round_, deadline = self.open_round_before_closing(entry), entry["body"]["deadlineAt"]
        if round_ is None:
            return
        is_later = round_.deadline_at is not None and deadline > max(round_.deadline_at, entry["at"])
        self.report.expect(is_later, "a later deadline, of a round that has a deadline")
        round_.deadline_at = deadline

    def seat_replaced(self, entry: Entry) -> None:
        round_, expect = self.open_round_before_closing(entry), self.report.expect
        if round_ is None:
            return
        place, seat = entry["body"]["place"], entry["body"]["seat"]
        expect(not round_.ballots, "no ballot before a seat is replaced")
        if not expect(place < len(round_.panel), "a place of the panel"):
            return
        left = round_.panel[place]
        may_rest = round_.order is not None and left in self.resting
        expect(self.seats.get(left) == "removed" or may_rest, "a place whose seat was removed, or rests in a panel with an order")
        if round_.order is None:
            expect(self.seats.get(seat) == "active" and seat not in round_.panel, "a seat that is not on the panel")
        else:
            self.report.expect_equal("next seat of the order", self.next_of(round_, place), seat)
        round_.panel[place] = seat

    def ballot_sealed(self, entry: Entry) -> None:
        round_, body, expect = self.open_round_before_closing(entry), entry["body"], self.report.expect
        if round_ is None:
            return
        seat, key = body["seat"], body["key"]
        expect(seat in round_.panel and self.seats.get(seat) == "active", "a ballot of a seat on the panel")
        if round_.deadline_at is not None and entry["at"] >= round_.deadline_at:
            if expect(entry["at"] == self.previous_at, "a ballot before the deadline"):
                self.report.count("ballots that may be late")
        before = round_.ballots.setdefault(seat, [])
        self.report.expect_equal("version of the ballot", len(before) + 1, body["version"])
        owner, proof = self.keys.get(key, ("", ""))
        if expect(owner == seat, f"a key of {seat}"):
            is_due = any(other == seat and how != "" for other, how in self.keys.values())
            expect(proof != "" or not is_due, f"a proven key of {seat}")
        signed = [self.id, round_.opening, round_.number, seat, body["version"], body["nonceHash"], body["commitment"]]
        expect(is_own_signature(key, body["signature"], "ballot", *signed), "a signature of the ballot")
        before.append(Ballot(body["commitment"], body["nonceHash"], proof))

    def ballot_opened(self, entry: Entry) -> None:
        round_, body, expect_equal = self.open_round(entry), entry["body"], self.report.expect_equal
        if round_ is None:
            return
        seat, verdicts = body["seat"], body["verdicts"]
        sealed = round_.ballots.get(seat, [])
        flags = self._flags(round_, verdicts)
        round_.opened.append((seat, flags))
        votes = body.get("votes", [])
        if seat in round_.panel:
            round_.votes[round_.panel.index(seat)] = votes
        self.annulments.check_votes(round_.body, votes)
        if not expect_equal("version opened", len(sealed), body["version"]) or not sealed:
            return
        last = sealed[-1]
        nonce_hash = tagged("nonce", body["nonce"])
        expect_equal("nonceHash", last.nonce_hash, nonce_hash)
        message = {
            "nonceHash": nonce_hash,
            "opening": round_.opening,
            "round": round_.number,
            "seat": seat,
            "shown": body["shown"],
            "study": self.id,
            "verdicts": verdicts,
            "version": body["version"],
        }
        if "votes" in body:
            message["votes"] = votes
        expect_equal("commitment", last.commitment, keyed(body["salt"], message))
        self._shown(round_, body["shown"])
        if last.proof == "":
            self.report.count("opened ballots with an unproven key")
        if last.proof == "panel":
            self.report.count("opened ballots of a device that another auditor confirmed")

    def _shown(self, round_: Round, logged_digest: str) -> None:
        shown = []
        for person, chance in zip(round_.people, round_.body["people"]):
            line = self.parts.people.get(person, {})
            if "features" not in line:
                self.report.skip("what auditors were shown, without features", 1)
                return
            cells = [line["features"][place] for place in self.shown_places()]
            shown.append([person, chance["chance"], keyed(keyed(line["digestKey"], "shown"), cells)])
        self.report.expect_equal("shown", tagged("shown", shown), logged_digest)

    def _flags(self, round_: Round, verdicts: Sequence[Any]) -> List[Tuple[int, int]]:
        expect = self.report.expect
        flags = []
        pairs = [(one[0], one[1]) for one in verdicts]
        expect(pairs == sorted(set(pairs)), "verdicts sorted by high, then low, each pair once")
        alpha = exact(self.learner["alpha"])
        for high, low, word, *tolerance in verdicts:
            gap = round_.exact[high] - round_.exact[low]
            may_be = [high, low] in round_.tolerance_pairs if round_.tolerance_pairs is not None else gap > alpha
            expect(may_be and high >= 0 and low >= 0, f"a pair that may be judged, not {high}, {low}")
            expect(word in _VERDICTS, "a verdict of the format")
            is_asked = round_.tolerance_pairs is not None or (self.settings["presentation"]["tolerance"] and word != "unsure")
            expect(len(tolerance) <= (1 if is_asked else 0), "a tolerance only if the settings ask for it")
            expect(round_.tolerance_pairs is None or len(tolerance) == 1, "a tolerance for each pair that was asked about")
            for points in tolerance:
                is_share = isinstance(points, int) and 0 <= points <= 100
                says = is_share and ("unfair" if gap > Fraction(points, 100) else "acceptable")
                expect(says == word, "a tolerance that agrees with the verdict")
            if word == "unfair" and round_.tolerance_pairs is None:
                flags.append((high, low))
        return flags

    def tolerances_asked(self, entry: Entry) -> None:
        round_, expect = self.open_round_before_closing(entry), self.report.expect
        if round_ is None:
            return
        pairs = entry["body"]["pairs"]
        expect(round_.tolerance_pairs is None and not round_.ballots, "round.tolerances-asked once, before any ballot")
        is_without = round_.body["closing"] != "no-pairs" and not any(self.eligible(round_))
        expect(is_without, "round.tolerances-asked only in a round without eligible pairs")
        round_.tolerance_pairs = pairs
        every = [(i, j) for i in range(len(round_.people)) for j in range(i + 1, len(round_.people))]
        n, distance, chances = min(6, len(every)), self.distance(round_), round_.exact

        def ordered(pair: Tuple[int, int]) -> List[int]:
            i, j = pair
            return [i, j] if chances[i] >= chances[j] else [j, i]

        if distance is None:
            differ = len({tuple(pair) for pair in pairs}) == len(pairs) == n
            expect(differ and all(pair in [ordered(one) for one in every] for pair in pairs), "pairs of the round")
            self.report.skip("the pairs for which tolerances were asked, without features", 1)
            return
        apart = {pair: distance(*pair) for pair in every}
        every.sort(key=lambda pair: (apart[pair], pair))
        places = [a * (len(every) - 1) // (n - 1) if n > 1 else 0 for a in range(n)]
        self.report.expect_equal("pairs of tolerances", [ordered(every[place]) for place in places], pairs)
