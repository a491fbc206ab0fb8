import { beforeAll, describe, expect, it, vi } from "vitest"
import { choice, deal, scene } from "./scenes"

// Settings are kept in the browser, which isn't here.
beforeAll(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }))

const calls = [
  { seat: 1, kind: "Bid", what: { length: 5, suit: null } },
  { seat: 2, kind: "Bid", what: { length: 5, suit: "C" } },
  { seat: 3, kind: "Pass", what: {} },
]

describe("calls", () => {
  it("are told as people say them", async () => {
    const { callText, standingBid } = await import("../src/words/calls")
    expect(calls.map((_, place) => callText(calls, place))).toEqual(["5", "5, better", "pass"])
    expect(standingBid(calls)).toBe("5, better")
    expect(standingBid([])).toBe("")
  })
})

describe("people", () => {
  it("are called by name, or by where they sit", async () => {
    const { nameOf, sideName, together } = await import("../src/words/people")
    expect([0, 1, 2, 3].map((seat) => nameOf(scene, seat))).toEqual(["You", "Left", "Bo", "Right"])
    expect([0, 1].map((side) => sideName(scene, side))).toEqual(["We", "They"])
    expect(sideName({ ...scene, you: null }, 1)).toContain("+")
    expect(together(["a", "b", "c"])).toBe("a, b and c")
  })
})

describe("the prompt", () => {
  it("says whose turn it is, and what it is about", async () => {
    const { prompt } = await import("../src/words/prompt")
    expect(prompt({ ...scene, deal: { ...deal, toAct: 2 } })).toContain("Bo")
    expect(prompt({ ...scene, choices: [choice("NameTrump", { suit: "C" })] })).toContain("trumps")
    expect(prompt({ ...scene, choices: [choice("Pass")], deal: { ...deal, calls } })).toContain("5, better")
  })
})

describe("the story", () => {
  it("agrees with who did it", async () => {
    const { told, aloud } = await import("../src/words/story")
    const play = { at: 0, seat: 0, kind: "Play", action: "play 10H" }
    expect(told(play, scene)).toBe("You play ♥10.")
    expect(aloud({ ...play, seat: 2 }, scene)).toBe("Bo plays ten of hearts.")
    expect(told({ ...play, kind: "FaceDown", action: "put away 1 face down" }, scene)).toBe("You put one card away.")
  })
})

describe("choices", () => {
  it("are words by their kind", async () => {
    const { choiceText } = await import("../src/words/choices")
    const said = { ...scene, deal: { ...deal, calls } }
    expect(choiceText(choice("Bid", { length: 6, suit: "S" }), said)).toBe("6, spades")
    expect(choiceText(choice("Trade", { card: "5H", taken: "AH" }), scene)).toBe("Trade ♥5 for ♥A")
    expect(choiceText(choice("Stay"), { ...scene, choices: [choice("Fold")] })).toBe("Play on")
    expect(choiceText(choice("Stay"), scene)).toBe("Let it be")
  })
})
