import { beforeEach, describe, expect, it, vi } from "vitest"
import { signsIn } from "../src/how/cards"
import { agreedBy, howAddress, howOf, ruleOf, valuesOf } from "../src/how/how"
import type { How, HowPart } from "../src/wire/http"

const part = (rule: string): HowPart => ({ rule, blocks: [] })
const page: How = {
  game: "sjavs",
  title: "Sjavs",
  like: [],
  sections: [
    { title: [], parts: [part(""), part("SJ-1")] },
    { title: [], parts: [part("SJ-2")] },
  ],
}
const OFFER = {
  options: [
    { name: "tie", value: "suduroy" },
    { name: "cutter", value: "right" },
  ],
}

describe("how a game is played", () => {
  const fetched = vi.fn()

  beforeEach(() => {
    vi.stubGlobal("fetch", fetched)
    fetched.mockReset()
  })

  it("is told again where it couldn't be told, and else once", async () => {
    fetched.mockRejectedValueOnce(new Error("unreachable"))
    await expect(howOf("sjavs")).rejects.toThrow()
    fetched.mockImplementation(async () => new Response(JSON.stringify(page)))
    expect(ruleOf(await howOf("sjavs"), "SJ-2")).toEqual(part("SJ-2"))
    await howOf("sjavs")
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(ruleOf(page, "SJ-99")).toBeUndefined()
  })

  it("is told with what a table agreed on", async () => {
    const agreed = { game: "sjavs", preset: "suduroy", options: { cutter: "left" } }
    const address = howAddress(agreed, "SJ-9")
    expect(address).toBe("/how/sjavs?cutter=left&preset=suduroy#SJ-9")
    expect(agreedBy("sjavs", new URL(address, "http://here").search)).toEqual(agreed)
    expect(howAddress({ game: "sjavs", preset: null, options: {} })).toBe("/how/sjavs?preset=")
    fetched.mockImplementation(async () => new Response(JSON.stringify(OFFER)))
    expect(await valuesOf(agreed)).toEqual({ tie: "suduroy", cutter: "left" })
  })

  it("may be read by nobody at a table", () => expect(agreedBy("sjavs", "")).toBeNull())
})

describe("cards in a text", () => {
  it("are known by their signs", () => {
    expect(signsIn("♣Q, ♥10 and ♠")).toEqual([
      { text: "♣Q", card: "QC" },
      { text: ", ", card: null },
      { text: "♥10", card: "10H" },
      { text: " and ♠", card: null },
    ])
    expect(signsIn("♥2x").every(({ card }) => card === null)).toBe(true)
  })
})
