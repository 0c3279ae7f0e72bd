# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks on every estimator."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import sosi
from sosi import _core

EMBEDDINGS = [getattr(sosi, row.class_name)() for row in _core.embeddings() if row.class_name]
ESTIMATORS = [
    sosi.SOSIClassifier(),
    *EMBEDDINGS,
    *(getattr(sosi, row.class_name)() for row in _core.extensions()),
    sosi.HarmonicClassifier(),
]

# These have equal rows of zeros with different labels.
SPARSE_CHECKS = (
    "check_estimator_sparse_tag",
    "check_estimator_sparse_array",
    "check_estimator_sparse_matrix",
)


def expected_failures(estimator):
    refuses = (sosi.SOSIClassifier, *map(type, EMBEDDINGS))
    checks = SPARSE_CHECKS if isinstance(estimator, refuses) else ()
    return dict.fromkeys(checks, "equal rows with different labels")


@pytest.mark.filterwarnings("ignore:the labels are -1 and 1")
@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_scikit_learn_check(estimator, check):
    check(estimator)
