"""What the rule book says of Faroese Sjavs in tables: the options of the presets, and the scores."""

STANDARD: dict[str, object] = {
    "first_dealer": "draw",
    "cutter": "right",
    "cut_packets": (4, 4),
    "equal_bid": "clubs",
    "clubs_opening": "yes",
    "bidding": "compulsory",
    "clubs_when_equal": "must",
    "reveal_suit": "no",
    "all_pass": "redeal",
    "overtrump": "no",
    "clubs_61_89": 4,
    "single_player_vol": "yes",
    "losing_scale": "tiered",
    "tie": "plus2",
    "tie_accumulates": "yes",
    "cross": "rubber",
    "double_victory": "yes",
    "rubbers": 1,
    "max_deals": None,
}
PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "catsatcards": {"clubs_61_89": 5},
    "wikipedia": {
        "losing_scale": "flat",
        "overtrump": "if_trumping",
        "tie": "plus2_clubs4",
        "all_pass": "play",
        "cross": "double_only",
    },
    "suduroy": {"cut_packets": (3, 2, 3), "double_victory": "no", "single_player_vol": "no", "tie": "suduroy"},
    "danish_game": {
        "cutter": "left",
        "equal_bid": "any",
        "reveal_suit": "yes",
        "single_player_vol": "no",
        "tie": "double",
        "max_deals": 6,
    },
}
"""The options of four-handed Sjavs that each preset changes."""

ROWS = [
    ("alone", 16, 24),
    ("all", 12, 16),
    ("120", 4, 8),
    ("90", 4, 8),
    ("89", 2, 4),
    ("61", 2, 4),
    ("60", 0, 0),
    ("59", -4, -8),
    ("31", -4, -8),
    ("30", -8, -16),
    ("0", -8, -16),
    ("none", -16, -16),
]
"""What declarers take, and what it gives them with simple trumps and with clubs; below nought it is the opponents'."""
