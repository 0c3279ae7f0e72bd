# SPDX-License-Identifier: BSD-3-Clause
"""Label 1500 images of digits from five of each, and look at the embedding."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits

from sosi import SOSIClassifier, plot

X, truth = load_digits(return_X_y=True)
X, new, truth, new_truth = X[:1500], X[1500:], truth[:1500], truth[1500:]

# Five images of every digit keep their label.
labels = np.full(len(truth), -1)
for digit in range(10):
    first = np.flatnonzero(truth == digit)[:5]
    labels[first] = digit

model = SOSIClassifier(normalize="unit", n_jobs=-1).fit(X, labels)
hidden = labels == -1
print(f"labels found: {np.mean(model.transduction_[hidden] == truth[hidden]):.1%} right")
print(f"new images:   {model.score(new, new_truth):.1%} right")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
plot.embedding(model, new, ax=left)
plot.confusion(model, new, new_truth, ax=right)
figure.savefig("label_digits.png", dpi=120)
