"""What an item shows without being read: lengths and counts; and how far that tells.

The id is a hash of the content, and has a test of its own: that of some thirty trusted answers, the same in each set,
is one throw of dice, and no mean over sets evens it out.

The set file is sorted by set and names the style of each line, so the place there is no secret, and no judge sees it:
items are met in the order of a shuffle.
"""

import re
from functools import cache

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from workbench.records.challenge import Set
from workbench.text.sentences import sentences

PUNCTUATION = ".,;:!?()[]\"'“”’-–*#£$%/|\n"
LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s", re.MULTILINE)
CITATION = re.compile(r"\[[^\[\]\n]{1,120}\]")
WRONG = (Set.PLANTED, Set.HELD_OUT)
MODELS = {
    "logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=500, C=0.1)),
    "forest": lambda: ExtraTreesClassifier(
        30, max_depth=4, min_samples_leaf=3, class_weight="balanced", random_state=0
    ),
    "boosting": lambda: HistGradientBoostingClassifier(max_iter=40, max_depth=3, random_state=0),
}


@cache
def features(item):
    answer, texts = item.answer, [passage.text for passage in item.passages]
    words, told = answer.split(), sentences(answer)
    return [
        len(answer),
        len(words),
        len(told),
        len(answer) / max(len(told), 1),
        sum(map(len, words)) / max(len(words), 1),
        *(answer.count(mark) for mark in PUNCTUATION),
        sum(char.isdigit() for char in answer),
        sum(char.isupper() for char in answer),
        len(CITATION.findall(answer)),
        len(LIST_MARK.findall(answer)),
        len(item.question),
        len(texts),
        sum(map(len, texts)),
        min(map(len, texts), default=0),
    ]


def aucs_of_surface(sets, models=tuple(MODELS)):
    """How well surface features tell wrong items from right ones in some sets: by model, one AUC a set.

    Copies of one answer, and of answers over the same source, stand in one fold. Each set is cut into folds anew: one
    cut of some thirty answers is mostly chance.
    """
    # More threads than one only wait for each other on so little data.
    with threadpool_limits(1):
        return {name: [_auc(MODELS[name](), one, cut) for cut, one in enumerate(sets)] for name in models}


def auc_of_surface(sets, models=tuple(MODELS)):
    """The mean of the best model: to take the best one anew in each set would count luck."""
    return max(float(np.mean(found)) for found in aucs_of_surface(sets, models).values())


def _auc(model, challenges, cut):
    rows = np.array([features(challenge.item) for challenge in challenges], dtype=float)
    wrong = np.array([challenge.set in WRONG for challenge in challenges])
    groups = np.array([challenge.group for challenge in challenges])
    folds = GroupKFold(n_splits=5, shuffle=True, random_state=cut)
    told = cross_val_predict(model, rows, wrong, groups=groups, cv=folds, method="predict_proba")[:, 1]
    return roc_auc_score(wrong, told)
