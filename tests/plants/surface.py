"""What an item shows without being read: lengths, counts, its id; and how far that tells.

The set file is sorted by set and names the style of each line, so the place there is no secret, and no judge sees it:
items are met in the order of a shuffle.
"""

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from workbench.records.challenge import Set
from workbench.text.sentences import sentences

PUNCTUATION = ".,;:!?()[]\"'“”-*#£$%/\n"
WRONG = (Set.PLANTED, Set.HELD_OUT)


def features(challenge):
    item = challenge.item
    answer = item.answer
    texts = [passage.text for passage in item.passages]
    return [
        len(answer),
        len(answer.split()),
        len(sentences(answer)),
        *(answer.count(mark) for mark in PUNCTUATION),
        sum(char.isdigit() for char in answer),
        sum(char.isupper() for char in answer),
        len(texts),
        sum(map(len, texts)),
        min(map(len, texts), default=0),
        int(item.item_id, 16) / 16 ** len(item.item_id),
    ]


def auc_of_surface(sets):
    """How well surface features tell wrong items from right ones in some sets: the better of two classifiers.

    Each is scored by its mean over the sets, split by group; to take the better one anew in each set would count luck.
    """
    models = (
        make_pipeline(StandardScaler(), LogisticRegression(max_iter=500, C=0.1)),
        HistGradientBoostingClassifier(max_iter=40, max_depth=3, random_state=0),
    )
    # More threads than one only wait for each other on so little data.
    with threadpool_limits(1):
        return max(float(np.mean([_auc(model, challenges) for challenges in sets])) for model in models)


def _auc(model, challenges):
    rows = np.array([features(challenge) for challenge in challenges], dtype=float)
    wrong = np.array([challenge.set in WRONG for challenge in challenges])
    groups = np.array([challenge.group for challenge in challenges])
    folds = GroupKFold(n_splits=5, shuffle=True, random_state=0)
    told = cross_val_predict(model, rows, wrong, groups=groups, cv=folds, method="predict_proba")[:, 1]
    return roc_auc_score(wrong, told)
