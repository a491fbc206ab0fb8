"""The machinery every game runs on: Game, State, View, Action, Match. It knows no game and no phase."""
