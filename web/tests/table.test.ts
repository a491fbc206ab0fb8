import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { leaning } from "../src/cards/leaning"
import { depthsOf, halfway } from "../src/table/cutting"
import { exchangeOf, exchanges, sizes, touched } from "../src/table/exchange"
import { away, receive, send } from "../src/table/flight"
import { frames } from "../src/table/frames"
import { keep, kept } from "../src/kept"
import { followed, isMuted, toggled, type Muted } from "../src/table/muting"
import { pageOf } from "../src/pageOf"
import { placeAt } from "../src/table/places"
import { choice, deal, scene } from "./scenes"

const taken = (number: number) => ({ number, leader: 0, cards: ["AH", "KH", "QH", "7H"], winner: 0, points: null })

describe("frames", () => {
  it("show a finished trick before what comes after it", () => {
    const after = { ...scene, last: taken(1), trick: { number: 2, leader: 0, cards: ["7C"], winner: 0, points: null } }
    expect(frames(scene, after).map((frame) => [frame.rests, frame.trick?.number])).toEqual([
      ["trick", 1],
      ["card", 2],
    ])
  })

  it("show no trick again", () => {
    const after = { ...scene, last: taken(1) }
    expect(frames(after, after)).toHaveLength(1)
    expect(frames(null, after)).toHaveLength(1)
  })

  it("show no trick of the deal before", () => {
    const before = { ...scene, last: taken(3) }
    expect(frames(before, { ...scene, deal: { ...deal, number: 2 }, last: taken(4) })).toHaveLength(1)
  })

  it("leave the trick in sight that is asked about", () => {
    const after = { ...scene, last: taken(1), choices: [choice("Roem")] }
    expect(frames(after, after)[0]?.trick).toEqual(taken(1))
  })
})

describe("an exchange", () => {
  const put = (...cards: string[]) => choice("Exchange", { cards }, `exchange ${cards.join(" ")}`)
  const offered = exchanges({ ...scene, choices: [put("7C", "8C"), put("7C", "9C"), put()] })

  it("is of cards that are put down", () => expect(sizes(offered)).toEqual([2]))

  it("is found by its cards in any order", () => {
    expect(exchangeOf(offered, ["9C", "7C"])?.action).toBe("exchange 7C 9C")
    expect(exchangeOf(offered, ["8C", "9C"])).toBeUndefined()
    expect(exchangeOf(offered, ["7C"])).toBeUndefined()
  })

  it("takes a card back that is touched again, and the first when there are too many", () => {
    expect(touched(["7C", "8C"], "7C", 2)).toEqual(["8C"])
    expect(touched(["7C", "8C"], "9C", 2)).toEqual(["8C", "9C"])
  })
})

describe("places", () => {
  it("go clockwise from one's own at the foot", () => {
    expect([0, 1, 2, 3].map((steps) => placeAt(steps, 4))).toEqual(["foot", "left", "head", "right"])
    expect([0, 1, 2].map((steps) => placeAt(steps, 3))).toEqual(["foot", "left", "right"])
    expect([0, 1].map((steps) => placeAt(steps, 2))).toEqual(["foot", "head"])
  })
})

describe("pages", () => {
  it.each([
    ["/", { page: "front" }],
    ["/table/x_1-", { page: "table", id: "x_1-" }],
    ["/join/abc", { page: "join", invite: "abc" }],
    ["/me/abc", { page: "me", token: "abc" }],
    ["/how/sjavs", { page: "how", game: "sjavs" }],
    ["/table", { page: "lost" }],
    ["/table/x/y", { page: "lost" }],
  ])("%s", (path, page) => expect(pageOf(path)).toEqual(page))
})

describe("a fan", () => {
  const fan = (count: number): number[] => Array.from({ length: count }, (_, place) => leaning(place, count, 8))

  it("leans as much to either side", () => expect(fan(3)).toEqual([-8, 0, 8]))
  it("holds one card upright", () => expect(fan(1)).toEqual([0]))
  it("grows no wider with many cards", () => expect(fan(21).at(-1)).toBe(30))
})

describe("a cut", () => {
  const cuts = [4, 5, 16, 28].map((depth) => choice("Cut", { depth }))

  it("is between the fewest and the most cards", () => expect(depthsOf(cuts)).toEqual({ least: 4, most: 28 }))
  it("is in the middle to begin with", () => expect(halfway(cuts)).toBe(16))
})

describe("a flight", () => {
  /** A card that lies at 100 and is seen where it is now. */
  const at = (x: number) =>
    ({
      querySelector: () => null,
      getBoundingClientRect: () => ({ x, y: 0, width: 50, height: 72 }),
      offsetParent: { getBoundingClientRect: () => ({ x: 40, y: 0 }) },
      offsetLeft: 60,
      offsetTop: 0,
      offsetWidth: 50,
      offsetHeight: 72,
    }) as never

  beforeEach(() => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }))
    vi.stubGlobal("document", { querySelector: () => at(300) })
  })
  afterEach(() => vi.unstubAllGlobals())

  const flown = (): string | undefined => receive(at(100), { card: "7C", from: "left" })().css?.(0, 1)

  it("begins in the hand the card has just left", () => {
    send(at(0), { card: "7C" })
    expect(flown()).toContain("translate: -100px 0px")
    expect(flown()).toContain("translate: 200px 0px")
  })

  it("begins at who plays it, wherever it was put down before", async () => {
    send(at(0), { card: "7C" })
    await new Promise((later) => setTimeout(later))
    expect(flown()).toContain("translate: 200px 0px")
  })

  it("ends at who takes the trick, though the card is still on its way to it", () =>
    expect(away(at(280), { to: "left" }).css?.(0, 1)).toContain("translate: 200px 0px"))
})

describe("what the browser keeps", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("is there again until it is kept no more", () => {
    const all = new Map<string, string>()
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => all.get(key) ?? null,
      setItem: (key: string, value: string) => all.set(key, value),
      removeItem: (key: string) => all.delete(key),
    })
    keep("a", ["Bo"])
    expect(kept("a", [])).toEqual(["Bo"])
    keep("a", null)
    expect([kept("a", 7), all.size]).toEqual([7, 0])
    all.set("a", "{broken")
    expect(kept("a", 7)).toBe(7)
  })

  it("is nothing where pages may keep nothing", () => {
    vi.stubGlobal("localStorage", undefined)
    keep("a", 1)
    expect(kept("a", 7)).toBe(7)
  })
})

describe("who is muted", () => {
  const chairs = (...names: (string | null)[]) =>
    names.map((name) => ({
      ...scene.chairs[2]!,
      who: name === null ? ("bot" as const) : ("person" as const),
      name: name ?? "",
    }))
  const anna: Muted[] = toggled([], 1, "Anna")

  it("isn't heard by another name either, nor by the first one", () => {
    const renamed = followed(anna, chairs("You", "Ann"))
    expect([isMuted(renamed, "Ann"), isMuted(renamed, "Anna"), isMuted(renamed, "You")]).toEqual([true, true, false])
    expect(isMuted(followed(renamed, chairs("You", "A.")), "A.")).toBe(true)
  })

  it("isn't heard at another seat, and who sits down in theirs is", () => {
    const moved = followed(anna, chairs("You", "Cori", "Anna"))
    expect([isMuted(moved, "Anna"), isMuted(moved, "Cori")]).toEqual([true, false])
    expect(isMuted(followed(moved, chairs("You", "Cori", "Ann")), "Ann")).toBe(true)
  })

  it("is somebody who may leave: who comes after them is another", () => {
    const left = followed(anna, chairs("You", null))
    expect(isMuted(followed(left, chairs("You", "Bo")), "Bo")).toBe(false)
    expect(isMuted(followed(left, chairs("You", "Anna")), "Anna")).toBe(true)
  })

  it("is heard again when that is asked for", () => {
    expect(toggled(followed(anna, chairs("You", "Ann")), 1, "Ann")).toEqual([])
  })
})
