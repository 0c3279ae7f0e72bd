# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks on every estimator: none is expected to fail."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import sosi

ESTIMATORS = [
    sosi.SOSIClassifier(),
    sosi.SupervisedLaplacianEigenmaps(),
    sosi.FisherEmbedding(),
    sosi.RBFExtension(),
    sosi.LLEExtension(),
    sosi.NystromExtension(),
    sosi.HarmonicClassifier(),
]


@pytest.mark.filterwarnings("ignore:the labels are -1 and 1")
@parametrize_with_checks(ESTIMATORS)
def test_scikit_learn_check(estimator, check):
    check(estimator)
