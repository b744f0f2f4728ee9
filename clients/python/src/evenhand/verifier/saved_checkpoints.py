"""Checks of checkpoints that the caller saved earlier (docs/log-format-checkpoints.md)."""

from __future__ import annotations

from .forms import FormError, tree_root
from .notes import read_checkpoint
from .study import Study


def check_saved_checkpoint(study: Study, note: str, of: str = "") -> None:
    """Compares a log with a saved checkpoint, which may be from before a restore.

    :param of: prefix of reported problems, such as the name of a receipt
    """
    report, signers = study.report, study.signers_of(note)
    try:
        checkpoint = read_checkpoint(note, signers)
    except FormError as error:
        report.expect(False, f"{of}a checkpoint of this log: {error}")
        return
    kept = len(study.hashes)
    if signers is not study.signers:
        kept, signed = study.lost[study.former.index(signers)]
        if kept < checkpoint.size <= signed:
            report.count("checkpoints of a lost history")
            return
    is_long = checkpoint.size <= kept
    if report.expect(is_long, f"{of}a checkpoint of at most {kept} entries: the log was cut off, or is another one"):
        root = tree_root(study.hashes[: checkpoint.size])
        if report.expect_equal(f"{of}root of a saved checkpoint", checkpoint.root, root):
            study.note_witnesses(checkpoint, signers)
