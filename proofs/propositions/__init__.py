"""The propositions, one a file, in the order in which they are read and run.

A file that is not listed here is not run, and so makes the run fail; so does a line without a file.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from proofs.kit import Proposition

ORDER: Final = """
    p1_strict_gate_never_rejects_fabricated
    p1_gate_alone_executes_fabricated
    p1_rung_after_gate_executes_fabricated_under_bypass
    p1_skip_makes_the_order_irrelevant
    p1_fail_closed_gate_blocks_fabricated
    p1_rung_first_blocks_fabricated
    p1_a_gate_that_stops_fabricated_decides_on_absence
    p1_a_contract_reader_cannot_tell_fabricated_names_apart
    p1_a_schema_enforced_surface_leaves_h1_idle
    p1_risk_aware_causal_gating_executes_fabricated
    p1_a_gate_that_enforces_membership_blocks_fabricated
    p2_strict_verifier_never_flags_fabricated
    p2_gate_and_verifier_execute_fabricated
    p2_an_empty_chain_executes_everything
    p2_a_strict_reader_in_front_changes_nothing_for_fabricated
    p2_what_stops_a_call_under_fail_open_is_a_stage_that_rejects
    p2_an_existence_check_in_the_verifier_comes_too_late_under_bypass
    p2_an_existence_check_in_the_verifier_works_under_skip
    p2_a_verifier_after_execution_finds_out_too_late
    leak_argument_blind_stages_cannot_tell_h2_and_h3_from_honest
    leak_a_rung_in_front_stops_h2_and_h3
    leak_a_rung_behind_stops_h2_and_h3_only_of_tools_with_a_contract
    p3_the_rung_rejects_exactly_h1_h2_and_h3
    p3_the_rung_rejects_no_honest_call
    p3_the_verdict_depends_on_the_tools_own_signature_alone
    p3_more_tools_never_take_an_allowed_call_away
    p3_the_order_of_checks_never_changes_the_verdict
    p3_the_order_of_checks_changes_the_first_code
    p4_a_checker_answers_alike_where_only_the_intent_differs
    p4_no_checker_is_right_in_both_worlds
    p4_a_checker_without_over_rejection_admits_the_h5_call
    p4_a_checker_that_sees_the_intent_can_be_right
    p4_a_misdirected_call_is_rejected_iff_its_arguments_are_outside
    p4_the_residue_is_what_both_signatures_accept
    p4_disjoint_signatures_leave_no_residue
    a1_an_honest_registry_is_needed
    mcp_a_flat_name_that_two_servers_share_is_resolved_wrongly
    mcp_a_flat_name_of_one_server_is_resolved_rightly
    mcp_a_pair_resolver_keeps_servers_apart
    mcp_joined_names_collide
    mcp_joined_names_are_injective_iff_no_name_splits_two_ways
    mcp_joined_names_are_injective_where_the_first_separator_is_the_joint
""".split()


def every() -> dict[str, Proposition]:
    """Return every proposition by the name of its file, in order; of a line without a file, :func:`not_run` tells."""
    files = _files()
    return {file: import_module(f"{__name__}.{file}").PROPOSITION for file in ORDER if file in files}


def _files() -> set[str]:
    """Return the names of all proposition files that there are."""
    return {path.stem for path in Path(__file__).parent.glob("*.py")} - {"__init__"}


def not_run() -> list[str]:
    """Return what is wrong with the list: files not in it, lines without a file, ids that come twice."""
    files = _files()
    ids = [proposition.id for proposition in every().values()]
    wrong = [f"proofs/propositions/{file}.py is not run: add it to ORDER" for file in sorted(files - set(ORDER))]
    wrong += [f"ORDER names {line}, which is no file" for line in ORDER if line not in files]
    wrong += [f"{line} comes twice in ORDER" for line in sorted(set(ORDER)) if ORDER.count(line) > 1]
    return wrong + [f"two propositions are {id}" for id in sorted(set(ids)) if ids.count(id) > 1]
