import { expect, it } from "vitest"
import en from "../messages/en.json"
import { SUIT_PATHS, faceOf, letterOf } from "../src/cards/faces"
import { margin, signed } from "../src/sheets/marks"
import { commitmentOf } from "../src/table/fair"

it("reads a card from its text", () => expect(faceOf("10H")).toEqual({ rank: "10", suit: "H" }))

it("letters the courts by language", () => {
  expect(["K", "Q", "J"].map((rank) => letterOf(rank, "danish"))).toEqual(["K", "D", "B"])
  expect(letterOf("10", "dutch")).toBe("10")
  expect(Object.keys(SUIT_PATHS)).toHaveLength(4)
})

it("writes a deal in the margin", () => {
  const line = { declarer: 0, trump: "C", made: "vol", points: [], scored: [], own: null }
  expect(margin(line)).toBe("♣ vol")
  expect(signed(-12)).toBe("−12")
})

it("makes the commitment that the server makes of a secret", async () => {
  const secret = "00".repeat(32)
  expect(await commitmentOf(secret)).toBe("c044fe91291413ee60b6304fc8694d26b5cf71b2899b17261c2194c2cdee070b")
})

// Names of options, which a test of the server looks at, are found by what the server calls them.
const OTHERWISE = /^(\$schema|option_.*|value_.*|preset_.*)$/

it("uses every message of the catalogue", () => {
  const sources = Object.values(
    import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }),
  )
  const text = sources.filter((source) => !source.includes("eslint-disable")).join("\n")
  const unused = Object.keys(en).filter((key) => !OTHERWISE.test(key) && !text.includes(`m.${key}`))
  expect(unused).toEqual([])
})
