import { beforeAll, describe, expect, it, vi } from "vitest"
import type { Asking, Scene } from "../src/wire/messages"
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

describe("sides", () => {
  it("begin with one's own, since a phone shows their numbers without names", async () => {
    const { sidesTold } = await import("../src/words/people")
    const pair = { ...scene, sheet: { ...scene.sheet!, what: { columns: [[0], [0]] } } } as Scene
    expect([0, 1, 2, 3, null].map((you) => sidesTold({ ...pair, you }))).toEqual([
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
    ])
    const three = { ...pair, chairs: pair.chairs.slice(1), sheet: null, you: 2 }
    expect(sidesTold(three)).toEqual([2, 0, 1])
  })
})

describe("clocks", () => {
  const chair = (here: "yes" | "no" | "played for", until: number | null) => ({ ...scene.chairs[2]!, here, until })

  it("are of who is away, and of who is slow", async () => {
    const { clockTold, hasClock, isAsleep } = await import("../src/words/people")
    expect([chair("yes", null), chair("played for", null)].map(hasClock)).toEqual([false, false])
    expect([chair("no", 12), chair("no", null), chair("yes", 0)].map(hasClock)).toEqual([true, true, true])
    expect(hasClock({ ...chair("yes", 12), who: "you" })).toBe(false)
    expect([clockTold(chair("no", 12), 12), clockTold(chair("no", 12), 0)]).toEqual(["bot in 12 s", "away"])
    expect([clockTold(chair("yes", 12), 12), clockTold(chair("yes", 0), 0)]).toEqual(["slow, 12 s", "asleep?"])
    expect([chair("yes", 0), chair("yes", 1), chair("no", 0)].map(isAsleep)).toEqual([true, false, false])
  })
})

describe("comings and goings", () => {
  it("are told of others, and not of who takes another's seat", async () => {
    const { comingsTold } = await import("../src/words/people")
    const [you, left, bo, right] = scene.chairs
    const now = (here: "yes" | "no" | "played for", name = "Bo") =>
      ({ ...scene, chairs: [{ ...you, here }, left, { ...bo, here, name }, right] }) as Scene
    expect(comingsTold(scene, now("no"))).toEqual(["Bo is away."])
    expect(comingsTold(now("no"), now("played for"))).toEqual(["A bot plays for Bo."])
    expect(comingsTold(now("played for"), now("yes"))).toEqual(["Bo is back."])
    expect(comingsTold(now("no"), now("yes", "Jan"))).toEqual([])
    expect(comingsTold(scene, scene)).toEqual([])
  })
})

describe("the prompt", () => {
  it("says whose turn it is, and what it is about", async () => {
    const { prompt } = await import("../src/words/prompt")
    expect(prompt({ ...scene, deal: { ...deal, toAct: 2 } })).toContain("Bo")
    const away = scene.chairs.map((chair, seat) => (seat === 2 ? { ...chair, here: "no" as const } : chair))
    expect(prompt({ ...scene, chairs: away, deal: { ...deal, toAct: 2 } })).toBe("It is the turn of Bo, who is away.")
    expect(prompt({ ...scene, standing: { ...scene.standing, stage: "paused" } })).toBe("")
    expect(prompt({ ...scene, choices: [choice("NameTrump", { suit: "C" })] })).toContain("trumps")
    expect(prompt({ ...scene, choices: [choice("Stay")] })).toContain("nothing to trade")
    expect(prompt({ ...scene, choices: [choice("Stay"), choice("Trade")] })).toContain("Do you trade")
    expect(prompt({ ...scene, choices: [choice("Stay"), choice("Fold")] })).toContain("fold")
    const own = { chosen: ["C", "H"], exposed: [["5C"]] }
    expect(prompt({ ...scene, own, choices: [choice("Expose", { cards: ["7H"] })] })).toContain("best card of hearts")
    expect(prompt({ ...scene, choices: [choice("Pass")], deal: { ...deal, calls } })).toContain("5, better")
  })
})

describe("the story", () => {
  it("agrees with who did it", async () => {
    const { told, aloud } = await import("../src/words/story")
    const play = { at: 0, seat: 0, kind: "Play", action: "play 10H", announced: "", points: null }
    expect(told(play, scene)).toBe("You play ♥10.")
    expect(aloud({ ...play, seat: 2 }, scene)).toBe("Bo plays ten of hearts.")
    expect(told({ ...play, kind: "FaceDown", action: "put away 1 face down" }, scene)).toBe("You put one card away.")
    const eights = { ...scene, cards: { trumps: ["8S"], roles: { "8S": "eight" } } }
    expect(told({ ...play, action: "play 8H", announced: "8" }, eights)).toMatch(
      /^You play ♥8\. “Hesin er góður”.*: four eights .* each counts as eight\.$/,
    )
    const turned = { ...scene, deal: { ...deal, drawn: "9D" } }
    expect(told({ ...play, seat: 3, kind: "Accept", action: "accept" }, turned)).toBe("Right plays diamonds.")
    expect(told({ ...play, kind: "Roem", action: "roem", points: 40 }, scene)).toBe("You declare roem: 40.")
    const cat = { ...scene, rules: { ...scene.rules, talon: "cat" } }
    expect(told({ ...play, kind: "Exchange", action: "leave" }, cat)).toBe("You leave the cat.")
  })
})

describe("a card", () => {
  const chosen = {
    ...scene,
    cards: { trumps: ["7C", "AC"], roles: { "7C": "lamb", AC: "ace" } },
    rules: { ...scene.rules, meanings: { lamb: "Led, nothing beats it." } },
  }

  it("is marked alike wherever it lies", async () => {
    const { cardMeant, marked } = await import("../src/words/cards")
    expect(["7C", "AC", "KH"].map((card) => marked(chosen, card))).toEqual([
      { trump: "yes", role: "lamb" },
      { trump: "yes", role: "ace" },
      { trump: "no", role: "" },
    ])
    expect(cardMeant(chosen, "7C")).toBe("seven of clubs, lamb")
    expect(cardMeant({ ...chosen, cards: { trumps: ["7C"], roles: {} } }, "7C")).toBe("seven of clubs, trump")
  })

  it("that is winning is told with what is to be known of it", async () => {
    const { winningTold } = await import("../src/words/story")
    const trick = { number: 2, leader: 3, cards: ["KH", "7C"], winner: 0, points: null }
    expect(winningTold(chosen, trick)).toBe("♣7, lamb. Led, nothing beats it.")
    expect(winningTold(chosen, { ...trick, winner: 3 })).toBe("")
    expect(winningTold(chosen, { ...trick, cards: [], winner: null })).toBe("")
  })

  it("says why something may be done with it", async () => {
    const { aside } = await import("../src/words/prompt")
    const trade = choice("Trade", { card: "5C", taken: "AC" }, "", "ST-15")
    const held = [{ card: "5C", playable: "yes", why: "", rule: "" } as const]
    const told = (...choices: Scene["choices"]) => aside({ ...chosen, hand: held, choices })
    expect(told(trade)).toEqual({ why: "♣5 may be traded for a card that lies open.", rule: "ST-15" })
    expect(told(trade, choice("Trade", { card: "5S", taken: "2S" }))?.why).toMatch(/^♣5 and ♠5 may be traded, each/)
    expect(aside({ ...chosen, choices: [trade] })).toBeNull()
    expect(told(choice("TakeStock"), trade)?.why).toContain("may take the talon")
    const [back, away] = [choice("Back", {}, "", "ST-21"), choice("PutAway", {}, "", "ST-19")]
    expect(told(away, back)).toMatchObject({ why: "You took no stikkar: you may go back.", rule: "ST-21" })
    expect(told(away, trade)).toMatchObject({ rule: "ST-19" })
  })

  it("that is shown says what for", async () => {
    const { aside } = await import("../src/words/prompt")
    const told = aside({ ...chosen, choices: [choice("Expose", { cards: ["7C", "AC"] }, "", "ST-13")] })
    expect(told?.why).toContain("may trade it")
    expect(told?.rule).toBe("ST-13")
  })
})

describe("stopping or going on", () => {
  const none = { singles: 0, monks: 0, gelded: 0 }
  const sheet = (strokes: number[], crosses = none) =>
    ({
      kind: "chalk",
      what: { strokes, crosses: [none, crosses], lines: [] },
      over: "no",
      early: "no",
      winners: [],
    }) as const
  const asked = {
    ...scene,
    deal: { ...deal, toAct: 1 },
    last: { number: 5, leader: 1, cards: [], winner: 1, points: null },
    sheet: sheet([3, 2]),
    ends: [
      { choice: "stop", when: "now", made: "kept in", sheet: sheet([3, 3], { ...none, monks: 1 }) },
      { choice: "go on", when: "all", made: "nine", sheet: sheet([3, 2], { ...none, monks: 1 }) },
      { choice: "go on", when: "lost", made: "game", sheet: sheet([3, 1]) },
    ],
  } as unknown as Scene

  it("is told with what each may come to, strokes and crosses", async () => {
    const { endText, endsTold, waysOf, wayText } = await import("../src/words/ends")
    expect(waysOf(asked).map(wayText)).toEqual(["Stop here", "Go on for all nine"])
    expect(asked.ends.map((end) => endText(asked, end))).toEqual([
      "two strokes erased: 2 crosses",
      "three strokes erased: 2 crosses",
      "one stroke erased",
    ])
    expect(endsTold(asked)[1]).toBe(
      "Go on for all nine: All nine won, all nine tricks, three strokes erased; One lost, an ordinary game, one stroke erased.",
    )
    expect(endsTold(scene)).toEqual([])
  })

  it("is asked of one, and the others are told of whom", async () => {
    const { prompt } = await import("../src/words/prompt")
    expect(prompt(asked)).toBe("They have taken all 5 tricks. Left decides.")
    const mine = { ...asked, you: 1, choices: [choice("Stop"), choice("GoOn")] }
    expect(prompt(mine)).toBe("Your side has taken all 5 tricks. Go on?")
    const alone = { ...mine, ends: [{ ...asked.ends[1]!, when: "alone" as const }] }
    expect(prompt(alone)).toBe("You alone have taken all 5 tricks. Go on?")
  })
})

describe("the news", () => {
  const story = (...kinds: [number, string][]) =>
    kinds.map(([seat, kind], at) => ({ at, seat, kind, action: kind, announced: "", points: 20 }))
  const trick = (...cards: string[]) => ({ number: 2, leader: 0, cards, winner: null, points: null })
  const first = story([0, "Play"], [1, "Play"], [2, "Play"], [3, "Play"], [0, "Roem"])

  it("stay until the trick is over in which they were", async () => {
    const { news } = await import("../src/words/story")
    expect(news({ ...scene, story: first, trick: trick() })).toBe("You declare roem: 20.")
    const led = [...first, ...story([0, "Play"], [1, "Play"]).map((done) => ({ ...done, at: done.at + 5 }))]
    expect(news({ ...scene, story: led, trick: trick("7H", "8H") })).toBe("You declare roem: 20.")
    const over = [...led, ...story([2, "Play"], [3, "Play"], [1, "Play"]).map((done) => ({ ...done, at: done.at + 7 }))]
    expect(news({ ...scene, story: over, trick: trick("9C") })).toBe("")
  })

  it("of before the play are none once a card is led", async () => {
    const { news } = await import("../src/words/story")
    const named = story([0, "Bid"], [0, "NameTrump"])
    expect(news({ ...scene, story: named, trick: trick() })).toContain("You name")
    expect(news({ ...scene, story: [...named, ...story([1, "Play"]).map((done) => ({ ...done, at: 2 }))] })).toBe("")
    const traded = story([0, "Trade"], [0, "Play"])
    expect(news({ ...scene, story: traded, trick: trick("7H") })).not.toBe("")
  })

  it("aren't what stands on the felt, but who plays when all have passed", async () => {
    const { news } = await import("../src/words/story")
    const passes = [0, 1, 2, 3].map((seat) => ({ seat, kind: "Pass", what: {} }))
    const passed = { ...scene, story: story([0, "Pass"], [1, "Pass"], [2, "Pass"], [3, "Pass"]) }
    expect(news({ ...passed, deal: { ...deal, calls: passes, declarer: null, trump: null } })).toBe("")
    expect(news({ ...passed, deal: { ...deal, calls: passes, declarer: 1, trump: "D" } })).toBe(
      "All have passed: Left must play diamonds.",
    )
  })
})

describe("what is said for the ear", () => {
  it("is in sentences", async () => {
    const { sentences } = await import("../src/words/story")
    expect(sentences(["We: 41 points", "", "Lost.", "Bo is thinking …"])).toBe("We: 41 points. Lost. Bo is thinking …")
  })
})

describe("a question to everybody", () => {
  it("is told to who answers, to who asked, and when it is answered", async () => {
    const { askedTold } = await import("../src/words/asking")
    const asking: Asking = { about: "claim", seat: 2, agreed: [], answer: "waits", by: null }
    expect(askedTold(scene, asking)).toBe("Bo claims the rest of the tricks.")
    expect(askedTold(scene, { ...asking, seat: 0 })).toContain("the others")
    const alone = {
      ...scene,
      chairs: scene.chairs.map((chair, seat) => (seat === 2 ? { ...chair, who: "bot" } : chair)),
    }
    expect(askedTold(alone as typeof scene, { ...asking, seat: 0 })).toContain("looked at")
    expect(askedTold(scene, { ...asking, answer: "granted" })).toContain("Bo claimed")
    expect(askedTold(scene, { ...asking, answer: "declined", by: 2 })).toContain("Bo didn't agree")
    expect(askedTold(scene, { ...asking, answer: "declined" })).toContain("certain")
    expect(askedTold(scene, { ...asking, answer: "declined", agreed: [0] })).toContain("All agreed, but no way")
    expect(askedTold(scene, { ...asking, answer: "passed over", by: 0 })).toContain("You went on")
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

describe("the outcome", () => {
  const outcome = {
    made: "nat",
    rule: "R-1",
    points: [60, 102],
    tricks: [3, 1],
    score: [0, 182],
    redeal: null,
    own: { roem: [0, 20], pit: false },
    dealt: [],
    ready: [],
  }
  const over = {
    ...scene,
    deal: { ...deal, calls },
    sheet: {
      kind: "columns",
      what: { columns: [[0], [0]], unit: "" },
      over: "yes",
      early: "no",
      winners: [1],
    } as const,
  } as typeof scene

  it("says who played, what was taken, and what it scored", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const told = outcomeTold(over, outcome)
    expect(told[0]).toContain("5, better")
    expect(told.slice(1, 4)).toEqual([
      "We: 60 card points in 3 tricks",
      "They: 102 card points in 1 trick",
      "Roem: We 0 · They 20",
    ])
    expect(told.at(-1)).toContain("nat")
    expect(told.at(-1)).toContain("They: 182 points")
  })

  it("tells one's own side first", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const told = outcomeTold({ ...over, you: 1 }, outcome)
    expect(told.slice(1, 4)).toEqual([
      "We: 102 card points in 1 trick",
      "They: 60 card points in 3 tricks",
      "Roem: We 20 · They 0",
    ])
  })

  it("says of a ladder from where to where it goes down, with what a tie added", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const ladder = (columns: number[][], rubbers: number[][]): Scene => {
      const lines = [{ scored: [0, 6] }]
      return {
        ...over,
        sheet: { kind: "ladder", what: { columns, rubbers, lines }, over: "no", early: "no", winners: [] },
      }
    }
    const lost = { ...outcome, made: "lost", own: null, score: [0, 4] }
    const plain = (scene: Scene) => outcomeTold(scene, lost).at(-1)?.replaceAll("\u00a0", " ")
    expect(
      plain(
        ladder(
          [
            [24, 24],
            [24, 18],
          ],
          [],
        ),
      ),
    ).toBe("We declared and lost. They: 24 − 6 = 18 to go")
    expect(
      plain(
        ladder(
          [[24], [24]],
          [
            [20, 3],
            [12, -2],
          ],
        ),
      ),
    ).toBe("We declared and lost. They: 4 − 6 = −2, down to nought: the rubber is over")
    const limited = outcomeTold(ladder([[24], [24]], [[16, 12]]), lost)
    expect(limited.at(-2)?.replaceAll("\u00a0", " ")).toBe("We declared and lost. They: 18 − 6 = 12 to go")
    expect(limited.at(-1)).toBe("All deals of the rubber are played, and nobody is at nought: We 16 · They 12")
  })

  it("says of a deal that wasn't played what it scored and no more", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const folded = { ...outcome, made: "fold", tricks: [0, 0], points: [0, 0], own: null, score: [-8, 0] }
    expect(outcomeTold(over, folded)).toEqual(["We folded. We: −8 points"])
  })

  it("names nobody when it tells of cards that nobody took", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    expect(outcomeTold({ ...over, deal: { ...over.deal!, talon: ["5H", "5C"] } }, outcome)).toContain(
      "The talon, unseen, counted with the declarer's: ♥5 ♣5",
    )
  })

  it("tells of a tout by tricks alone, and that nothing else counts", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const deal = { ...over.deal!, points: null, putDown: ["5H", "5C"], talon: ["KD"] }
    const lines = outcomeTold({ ...over, deal }, outcome).map((line) => line.replaceAll("\u00a0", " "))
    expect(lines).toContain("Put down: ♥5 ♣5")
    expect(lines).toContain("The talon, unseen: ♦K")
    expect(lines.join(" ")).not.toContain("card point")
  })

  it("says who won to those who lost", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const won = { ...outcome, made: "won", own: null, score: [134, 48] }
    const headline = (scene: Scene) => outcomeTold(scene, won).at(-1)?.replaceAll("\u00a0", " ")
    expect(headline({ ...over, you: 1 })).toBe("They won with more than half. We: 48 points · They: 134 points")
    expect(headline({ ...over, you: 2 })).toBe("We won with more than half. We: 134 points · They: 48 points")
  })

  it("says on a slate whose deal it was", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const chalked = { ...over, sheet: { ...over.sheet!, kind: "chalk" } } as typeof scene
    expect(outcomeTold(chalked, { ...outcome, made: "nine", score: [0, 3] }).at(-1)).toBe(
      "They: all nine tricks, three strokes erased.",
    )
  })

  it("says why nothing was played, and who deals again", async () => {
    const { outcomeTold } = await import("../src/words/outcome")
    const again = (made: string, redeal: string) => outcomeTold(over, { ...outcome, made, redeal })
    expect(again("passed out", "next")).toEqual(["Everybody passed. The next dealer deals."])
    expect(again("one suit", "same")).toEqual(["The stock was all of one suit. The same dealer deals again."])
  })

  it("says who won the match", async () => {
    const { matchTold } = await import("../src/words/outcome")
    expect(matchTold(over)).toBe("They won the match.")
    expect(matchTold({ ...over, sheet: { ...over.sheet!, winners: [0, 1] } })).toBe("The match is a draw.")
  })
})
