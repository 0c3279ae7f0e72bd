# SPDX-License-Identifier: BSD-3-Clause
"""Extend an embedding that has no transform (t-SNE) to new points, and ask for its gradient."""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.manifold import TSNE
from sklearn.neighbors import KNeighborsClassifier

from sosi import RBFExtension

X, y = load_digits(return_X_y=True)
X, new, y, new_y = X[:600], X[600:900], y[:600], y[600:900]

extension = RBFExtension(TSNE(random_state=0), ridge=1e-3, n_jobs=-1).fit(X)
places = extension.transform(new)
right = KNeighborsClassifier(5).fit(extension.embedding_, y).score(places, new_y)
print(f"{right:.1%} of the new digits land among their own kind")

# Which pixels move the first new digit most?
gradient = extension.gradient(new[:1])[0]
print("the pixel that moves it most is", int(np.argmax(np.linalg.norm(gradient, axis=0))))

figure, ax = plt.subplots(layout="constrained")
ax.scatter(*extension.embedding_.T, c=y, cmap="tab10", s=8, alpha=0.4)
ax.scatter(*places.T, c=new_y, cmap="tab10", s=20, edgecolors="black", linewidths=0.4)
figure.savefig("extend_an_embedding.png", dpi=120)
