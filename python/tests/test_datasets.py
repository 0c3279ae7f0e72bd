# SPDX-License-Identifier: BSD-3-Clause
"""The synthetic images."""

import numpy as np
import pytest

from sosi.datasets import make_lambert, make_turntable


@pytest.mark.parametrize(
    ("make", "n_classes", "shape"), [(make_lambert, 12, (58, 20, 17)), (make_turntable, 20, (72, 32, 32))]
)
def test_every_class_has_its_images_between_black_and_white(make, n_classes, shape):
    images, classes = make()
    assert images.shape == (n_classes * shape[0], *shape[1:])
    assert np.array_equal(classes, np.repeat(np.arange(n_classes), shape[0]))
    assert images.min() >= 0 and images.max() <= 1


def test_a_seed_makes_its_own_images():
    assert np.array_equal(make_lambert(3)[0], make_lambert(3)[0])
    assert not np.array_equal(make_lambert(3)[0], make_lambert(4)[0])


def test_neighboring_views_of_a_solid_are_alike():
    views = make_turntable()[0].reshape(20, 72, -1)
    step = np.linalg.norm(views - np.roll(views, 1, axis=1), axis=2).mean()
    half_turn = np.linalg.norm(views - np.roll(views, 36, axis=1), axis=2).mean()
    assert step < 0.5 * half_turn
