"""The networks of ``train_sequence.py``: what they read, how they are made and trained (PyTorch)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch  # type: ignore[import-untyped,import-not-found,unused-ignore]
from torch import Tensor, nn  # type: ignore[import-not-found,unused-ignore]
from train_units import TrainingPage

from webarticlecurator.extract.unit_classifier.page_totals import MISSING

WIDTH = 64
"""Values between the layers; 32 in each direction of the LSTM."""
DILATIONS = (1, 2, 4, 8, 16, 1)
"""Units between those that a layer of convolutions reads: 32 before and 32 after in all."""
BATCH = 8
LEARNING_RATE = 2e-3
WEIGHT_DECAY = 1e-2
DROPOUT = 0.2


class Convolutions(nn.Module):  # type: ignore[misc,unused-ignore]
    """Dilated convolutions with residual connections."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.enter = nn.Linear(features, WIDTH)
        self.layers = nn.ModuleList(
            nn.Conv1d(WIDTH, WIDTH, 3, padding=dilation, dilation=dilation)
            for dilation in DILATIONS
        )
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in DILATIONS)
        self.drop = nn.Dropout(DROPOUT)
        self.leave = nn.Linear(WIDTH, 1)

    def forward(self, values: Tensor, is_unit: Tensor) -> Tensor:
        """Return the log odds of each unit. ``is_unit``: 0 where a shorter page is padded."""
        hidden = torch.relu(self.enter(values))
        for layer, norm in zip(self.layers, self.norms, strict=True):
            inner = norm(hidden) * is_unit.unsqueeze(-1)
            inner = torch.relu(layer(inner.transpose(1, 2)).transpose(1, 2))
            hidden = hidden + self.drop(inner)
        return self.leave(hidden).squeeze(-1)


class Recurrent(nn.Module):  # type: ignore[misc,unused-ignore]
    """A bidirectional LSTM."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.enter = nn.Linear(features, WIDTH)
        self.lstm = nn.LSTM(WIDTH, WIDTH // 2, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(DROPOUT)
        self.leave = nn.Linear(WIDTH, 1)

    def forward(self, values: Tensor, is_unit: Tensor) -> Tensor:
        """Return the log odds of each unit. ``is_unit``: 0 where a shorter page is padded."""
        entered = self.drop(torch.relu(self.enter(values)))
        packed = nn.utils.rnn.pack_padded_sequence(
            entered, is_unit.sum(1).to(torch.int64), batch_first=True, enforce_sorted=False
        )
        hidden, _ = nn.utils.rnn.pad_packed_sequence(
            self.lstm(packed)[0], batch_first=True, total_length=values.shape[1]
        )
        return self.leave(self.drop(hidden)).squeeze(-1)


NETWORKS: dict[str, Callable[[int], Any]] = {"convolution": Convolutions, "lstm": Recurrent}


def describe_units(page: TrainingPage) -> Tensor:
    """Return the values of each unit: logarithms of the features, whether each is missing, and
    whether the unit is a bare link, of which the trees know nothing."""
    count = max((len(row) for row in page.rows), default=0)
    described = []
    for row in page.rows:
        values = [math.copysign(math.log1p(abs(x)), x) if x != MISSING else 0.0 for x in row]
        missing = float(MISSING in row)
        described.append([*values, missing, 0.0] if row else [0.0] * (count + 1) + [1.0])
    return torch.tensor(described)


class Scale:
    """The means and deviations of the values, on the pages that are learned from."""

    def __init__(self, pages: Sequence[Tensor]) -> None:
        rows = torch.cat([page[page[:, -1] == 0] for page in pages])
        self._mean, self._deviation = rows.mean(0), rows.std(0) + 0.01
        self._mean[-1], self._deviation[-1] = 0, 1

    def apply(self, page: Tensor) -> Tensor:
        is_known = (page[:, -1:] == 0).float()
        scaled = ((page - self._mean) / self._deviation).clamp(-5, 5) * is_known
        scaled[:, -1] = page[:, -1]
        return scaled


def train_network(
    pages: Sequence[TrainingPage], inputs: Sequence[Tensor], kind: str, epochs: int, seed: int
) -> Any:
    """Return a network that has learned the labels of ``pages`` from their scaled ``inputs``."""
    torch.manual_seed(seed)
    network = NETWORKS[kind](inputs[0].shape[1])
    steps = epochs * math.ceil(len(pages) / BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=steps)
    labels = [torch.tensor(page.labels, dtype=torch.float32) for page in pages]
    weights = [torch.tensor(page.weights()) for page in pages]
    network.train()
    for _ in range(epochs):
        # pages of like length together, so that little is padded
        order = sorted(torch.randperm(len(pages)).tolist(), key=lambda n: len(inputs[n]) // 64)
        batches = [order[first : first + BATCH] for first in range(0, len(order), BATCH)]
        for place in torch.randperm(len(batches)).tolist():
            batch = batches[place]
            values = nn.utils.rnn.pad_sequence([inputs[n] for n in batch], batch_first=True)
            is_unit = nn.utils.rnn.pad_sequence(
                [torch.ones(len(inputs[n])) for n in batch], batch_first=True
            )
            wanted = nn.utils.rnn.pad_sequence([labels[n] for n in batch], batch_first=True)
            weight = nn.utils.rnn.pad_sequence([weights[n] for n in batch], batch_first=True)
            loss = nn.functional.binary_cross_entropy_with_logits(
                network(values, is_unit), wanted, weight / len(batch), reduction="sum"
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return network.eval()


def estimate(network: Any, values: Tensor) -> list[int]:
    """Return the probability of each unit in per mille, 0 for bare links."""
    with torch.no_grad():
        odds = network(values.unsqueeze(0), torch.ones(1, len(values)))[0]
    return [round(1000 * p) for p in (torch.sigmoid(odds) * (values[:, -1] == 0)).tolist()]
