"""The state of a study that the verifier keeps between entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from .annulments import Annulments
from .forms import keyed
from .ftpl import Drawing, Ftpl
from .grouped import GroupedPolicy
from .guarded import Guarded, Opening
from .learner import Costs, Policy
from .lottery import Attributes, Lottery, Strata
from .notes import Checkpoint, Signers
from .objections import Objections
from .open_rounds import OpenRounds
from .picks import Picks
from .report import Report
from .rules import Rules
from .totals import Totals

Entry = Dict[str, Any]
#: The pool in the order in which its seats take places, and the quotas of a stratified lot; None if there are none.
Order = Tuple[Optional[List[str]], Optional[Strata]]
#: Checks a logged panel, given the public number that its lot awaited, or None.
CheckPanel = Callable[[Dict[str, Any], Optional[str]], Order]
Cells = Optional[List[Optional[str]]]

#: The number of links of a seed tree.
LINKS = 16_384
#: The maximum number of open rounds.
MOST_OPEN = 20

#: The beacon that is trusted without being passed by the caller: hash, key, genesis, period.
QUICKNET = (
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971 "
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22"
    "b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a 1692803367 3"
)


@dataclass
class Parts:
    """The parts of a record other than its log."""

    #: For each person: digest key and cells, or only the digest.
    people: Dict[str, Dict[str, Any]] = field(default_factory=dict)
    #: Arrays of totals, by their hash.
    totals: Dict[str, bytes] = field(default_factory=dict)
    rules: Optional[str] = None


@dataclass
class Trusted:
    """Beacons and witnesses that the caller trusts and knows from a source other than the log."""

    #: Hash, key, genesis and period of each beacon chain, separated by spaces.
    beacons: Sequence[str] = ()
    #: Verifier keys. If there are any, other witnesses are ignored.
    witnesses: Sequence[str] = ()


@dataclass
class Ballot:
    """A sealed ballot."""

    commitment: str
    nonce_hash: str
    #: The proof of its key when it was sealed, as in `Study.keys`.
    proof: str


@dataclass
class Round:
    """A round that was opened."""

    number: int
    #: The body of `round.opened`, with the panel added once it is drawn.
    body: Dict[str, Any]
    opening: str
    inputs_hash: str
    deadline_at: Optional[int]
    draw_commitment: Optional[str]
    people: List[str]
    exact: List[Fraction]
    chances: List[float]
    panel: List[str]
    #: The pool in the order in which its seats take places; None if the operator chooses.
    order: Optional[List[str]]
    #: The quotas of a stratified lot; None for other panels.
    strata: Optional[Strata]
    #: Checks the panel, at the opening or once its public number is known.
    check_panel: CheckPanel
    #: Answers by position; None for people without features.
    answers: List[Any]
    policy: Optional[Union[Policy, GroupedPolicy]]
    #: The opening of the learner in mode `guarded`; None in other modes.
    guarded: Optional[Opening] = None
    #: The rules that FTPL drew; None for other learners.
    drawing: Optional[Drawing] = None
    ballots: Dict[str, List[Ballot]] = field(default_factory=dict)
    #: Seat and flags of each opened ballot, in order.
    opened: List[Tuple[str, List[Tuple[int, int]]]] = field(default_factory=list)
    #: Votes of opened ballots, by place of the panel.
    votes: Dict[int, List[Any]] = field(default_factory=dict)
    tolerance_pairs: Optional[List[List[int]]] = None
    #: Whether the next entry must be `round.tolerances-asked`, as the round would have closed at once otherwise.
    must_ask: bool = False
    frozen: Optional[Dict[str, Any]] = None
    #: The beacon round that was named, and the number of the entry that named it.
    named: Optional[Tuple[int, int]] = None
    signature: Optional[str] = None
    #: The beacon round that a lost history committed to.
    fixed: Optional[int] = None
    is_link_disclosed: bool = False
    state: str = "open"
    decisions: List[int] = field(default_factory=list)
    #: J by position; 0 except for FTPL in mode `paper`.
    resamples: List[int] = field(default_factory=list)
    outcomes: Dict[int, Tuple[int, str]] = field(default_factory=dict)
    #: Positions of people whose decision a person overrode.
    overridden: Set[int] = field(default_factory=set)


class Study:
    """A study, up to the last entry read."""

    def __init__(self, study: str, parts: Parts, trusted: Trusted, report: Report) -> None:
        self.id = study
        self.parts = parts
        self.trusted = trusted
        self.report = report
        self.annulments = Annulments(report)
        self.objections = Objections(report)
        self.hashes: List[str] = []
        #: `at` of the entry before the current one.
        self.previous_at = 0
        #: The number of `ballot.opened` directly before the current entry.
        self.opened_since = 0
        #: The number of entries that a witness has cosigned.
        self.witnessed = 0
        self.settings: Dict[str, Any] = {}
        self.rules: Optional[Rules] = None
        self.costs: Optional[Costs] = None
        self.totals: Optional[Totals] = None
        self.guarded: Optional[Guarded] = None
        self.ftpl: Optional[Ftpl] = None
        self.picks: Optional[Picks] = None
        self.beacon: Optional[Dict[str, Any]] = None
        self.signers = Signers("", "", ())
        self.former: List[Signers] = []
        self.first_origin = ""
        self.has_witnesses = False
        #: For each restore: how many entries were kept, and how many the lost history may have signed.
        self.lost: List[Tuple[int, int]] = []
        self.lost_checkpoint: Optional[str] = None
        self.lost_size = 0
        self.seed_root, self.last_round = "", 0
        self.guidelines = 0
        self.imported: List[Tuple[int, int, int, str]] = []
        self.erased: Set[str] = set()
        self.appeared: Set[str] = set()
        self.seats: Dict[str, str] = {}
        #: Seats that rest: they join no panel until they return.
        self.resting: Set[str] = set()
        #: How panels are currently chosen.
        self.selection: Dict[str, Any] = {}
        #: The latest lottery over panels of the current selection.
        self.lottery: Optional[Lottery] = None
        #: The attributes of each seat.
        self.attributes: Dict[str, Attributes] = {}
        self.replaced: Set[str] = set()
        #: Seat of each key, and what proves the key: "seat", "panel" (another seat confirmed it) or "".
        self.keys: Dict[str, Tuple[str, str]] = {}
        self.rounds: Dict[int, Round] = {}
        self.round_of: Dict[str, Round] = {}
        #: Open rounds by number, in the order in which they opened.
        self.open: Dict[int, Round] = {}
        self.open_rounds = OpenRounds()
        self.ended_at: Optional[int] = None
        #: Days after the end until features are deleted, when that was last changed, and whether deletion has begun.
        self.retention_days: Optional[int] = None
        self.retention_changed_at = 0
        self.has_deleted = False
        self.effects: List[int] = [0]
        self.updated_to, self.state_hash = 0, ""
        #: Charges that no `learner.updated` has applied yet: entry, person, cost.
        self._pending_charges: List[Tuple[int, str, int]] = []
        #: The rounds in the head of the state after each effect, by its entry.
        self._heads: Dict[int, Dict[str, Any]] = {}

    @property
    def learner(self) -> Dict[str, Any]:
        learner: Dict[str, Any] = self.settings["learner"]
        return learner

    @property
    def newest_open(self) -> Optional[Round]:
        return list(self.open.values())[-1] if self.open else None

    @property
    def is_audit(self) -> bool:
        return bool(self.learner["learner"] == "fixed")

    @property
    def is_replayed(self) -> bool:
        """Whether the learner's state consists of sums of charges."""
        return not self.is_audit and self.learner["mode"] != "guarded"

    @property
    def beacon_draws_at(self) -> Optional[str]:
        """The moment at which draws take a public number: "close", "opening", or None if they take none."""
        return None if self.beacon is None or self.is_audit else self.settings["drawAt"]

    @property
    def awaits_panel(self) -> bool:
        """Whether the panel of an opening awaits a public number."""
        return self.beacon is not None and self.selection["how"] in ("by-lot", "stratified", "rotation")

    def signers_of(self, note: str) -> Signers:
        """Returns the signers of a note: those before a restore if the note has their origin, else the current ones."""
        named = [one for one in self.former if note.startswith(f"{one.origin}\n")]
        return named[0] if named else self.signers

    def published(self, number: int) -> int:
        """Returns when a public number is published, in UTC milliseconds."""
        assert self.beacon is not None
        return int(1000 * (self.beacon["genesis"] + (number - 1) * self.beacon["period"]))

    def note_witnesses(self, checkpoint: Checkpoint, signers: Signers) -> None:
        """Records the witnesses that cosigned a checkpoint of this log."""
        if not checkpoint.cosigned:
            return
        self.witnessed = max(self.witnessed, checkpoint.size)
        if not self.trusted.witnesses:
            for witness in signers.witnesses:
                self.report.rely_on(f"witness {witness}")

    def cells(self, person: str) -> Cells:
        return self.parts.people.get(person, {}).get("features")

    def answers(self, person: str) -> Any:
        """Returns a person's answers to the predicates of the rules; None without features."""
        cells = self.cells(person)
        return None if cells is None or self.rules is None else self.rules.answers(cells)

    def shown_places(self) -> List[int]:
        names = [one["name"] for one in self.learner["columns"]]
        return [names.index(one) for one in self.settings["presentation"]["fields"]]

    def available_people(self) -> List[str]:
        people = (f"p{number}" for first, last, _, _ in self.imported for number in range(first, last + 1))
        return [one for one in people if one not in self.round_of and one not in self.erased]

    def record_effect(self, entry: Entry) -> None:
        if not self.is_audit:
            self.effects.append(entry["seq"])
            self._heads[entry["seq"]] = self.open_rounds.head(ahead=self.picks is not None and self.picks.is_average)
        if self.guarded is not None:
            self.guarded.remember_state(entry["seq"])

    def charge(self, entry: Entry, person: str, cost: int) -> None:
        if self.totals is not None and cost:
            self._pending_charges.append((entry["seq"], person, cost))

    def take_charges(self, applied: int) -> None:
        """Adds all charges up to an entry to the sums."""
        if self.totals is None:
            return
        for seq, person, cost in self._pending_charges:
            if seq <= applied:
                self.totals.add(person, self.answers(person), cost)
        self._pending_charges = [one for one in self._pending_charges if one[0] > applied]


def digest_of(one: Dict[str, Any]) -> str:
    """Returns the digest of a line of the features file."""
    return one["digest"] if "digest" in one else keyed(one["digestKey"], one["features"])
