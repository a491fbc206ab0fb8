"""Slate, wool, chalk and driftwood: the dark and the light look."""

from textual.theme import Theme

DARK = Theme(
    name="dark",
    dark=True,
    primary="#7d93a3",
    accent="#e0b15e",
    warning="#e3a07c",
    foreground="#d8d3c6",
    background="#1f252b",
    surface="#262d34",
    panel="#2a323a",
    variables={
        "muted": "#959a98",
        "key": "#b9c6cf",
        "line": "#46525c",
        "card": "#e9e5da",
        "card-sunken": "#333c44",
        "card-chosen": "#f6efd9",
        "card-back": "#5d7180",
        "ink": "#20262b",
        "ink-red": "#a32a20",
        "ink-sunken": "#a3aaad",
        "ink-red-sunken": "#cf9488",
        "button": "#3a454e",
        "on-accent": "#20262b",
        "slate": "#15191d",
        "chalk": "#e6e4dc",
    },
)

LIGHT = Theme(
    name="light",
    dark=False,
    primary="#4d6373",
    accent="#8a4f0c",
    warning="#9a3412",
    foreground="#2a2f33",
    background="#e7e1d4",
    surface="#ded7c8",
    panel="#dad2c1",
    variables={
        "muted": "#5f5a4f",
        "key": "#33475a",
        "line": "#b3a993",
        "card": "#fdfcf8",
        "card-sunken": "#d6cebd",
        "card-chosen": "#fff6dd",
        "card-back": "#7f909c",
        "ink": "#20262b",
        "ink-red": "#a3211a",
        "ink-sunken": "#5b5a55",
        "ink-red-sunken": "#8a4a40",
        "button": "#cbc2ae",
        "on-accent": "#fdfcf8",
        "slate": "#39434b",
        "chalk": "#f4f2ea",
    },
)

THEMES = (DARK, LIGHT)
