# SPDX-License-Identifier: BSD-3-Clause
"""Choose the scale: by the leave-one-out curve, and by cross-validation with unlabeled samples."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV

from sosi import SOSIClassifier, plot

X, truth = load_digits(return_X_y=True)
X, truth = X[:600], truth[:600]
labels = np.where(np.arange(len(truth)) < 100, truth, -1)

model = SOSIClassifier(normalize="unit", rounds=5)
search = GridSearchCV(model, {"scale": ["auto", 0.8, 1.4]}, cv=3).fit(X, labels)
for scale, score in zip(
    search.cv_results_["param_scale"], search.cv_results_["mean_test_score"], strict=True
):
    print(f"scale = {scale}: {score:.1%} of the labels that were held out are found again")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
plot.scale_curves(model, X, labels, ax=left)
plot.rounds(search.best_estimator_, ax=right)
figure.savefig("choose_the_scale.png", dpi=120)
