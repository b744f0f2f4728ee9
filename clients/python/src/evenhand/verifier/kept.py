"""Checkpoints that a person kept, compared with a log (docs/log-format-checkpoints.md)."""

from __future__ import annotations

from .forms import FormError, tree_root
from .notes import read_checkpoint
from .study import Study


def check_kept(study: Study, note: str, of: str = "") -> None:
    """Compares a log with a kept checkpoint, also one from before a restore.

    :param of: begins what is reported, such as the name of a receipt
    """
    report, signers = study.report, study.signers_of(note)
    try:
        checkpoint = read_checkpoint(note, signers)
    except FormError as error:
        report.need(False, f"{of}a checkpoint of this log: {error}")
        return
    kept = len(study.hashes)
    if signers is not study.signers:
        kept, signed = study.lost[study.former.index(signers)]
        if kept < checkpoint.size <= signed:
            report.count("checkpoints of a history that was lost")
            return
    is_long = checkpoint.size <= kept
    if report.need(is_long, f"{of}a checkpoint of at most {kept} entries: the end is missing, or another log"):
        root = tree_root(study.hashes[: checkpoint.size])
        if report.same(f"{of}root of a kept checkpoint", checkpoint.root, root):
            study.note_witnesses(checkpoint, signers)
