import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { PAUSE, keepLooking } from "../src/wire/looking"
import { isNumber } from "../src/wire/passkeys"
import { optionHint, optionName, presetName, valueName } from "../src/words/options"

describe("looking again", () => {
  const page = Object.assign(new EventTarget(), { hidden: false })
  let looks = 0
  let fails = false
  const look = async (): Promise<void> => {
    looks += 1
    if (fails) throw new Error("unreachable")
  }
  const turn = (hidden: boolean): void => {
    page.hidden = hidden
    page.dispatchEvent(new Event("visibilitychange"))
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("document", page)
    looks = 0
    fails = false
    page.hidden = false
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("goes on until it is ended", async () => {
    const end = keepLooking(look)
    await vi.advanceTimersByTimeAsync(3.5 * PAUSE)
    expect(looks).toBe(4)
    end()
    await vi.advanceTimersByTimeAsync(9 * PAUSE)
    turn(false)
    expect(looks).toBe(4)
  })

  it("rests while nobody sees it, and looks at once when somebody does", async () => {
    const end = keepLooking(look)
    await vi.advanceTimersByTimeAsync(0.5 * PAUSE)
    turn(true)
    await vi.advanceTimersByTimeAsync(9 * PAUSE)
    expect(looks).toBe(1)
    turn(false)
    expect(looks).toBe(2)
    await vi.advanceTimersByTimeAsync(1.5 * PAUSE)
    expect(looks).toBe(3)
    end()
  })

  it("goes on after a failure, but not so often", async () => {
    fails = true
    const end = keepLooking(look)
    await vi.advanceTimersByTimeAsync(20 * PAUSE)
    expect(looks).toBeGreaterThan(2)
    expect(looks).toBeLessThan(12)
    fails = false
    await vi.advanceTimersByTimeAsync(7 * PAUSE)
    const before = looks
    await vi.advanceTimersByTimeAsync(3 * PAUSE)
    expect(looks).toBe(before + 3)
    end()
  })
})

describe("names of options", () => {
  it("are the catalogue's", () => {
    expect(optionName("cut_packets")).toBe("Packets after a cut")
    expect(optionHint("cut_packets")).toMatch(/\.$/)
    expect(valueName("cut_packets", "3,2,3")).toBe("3, 2 and 3")
    expect(presetName("suduroy")).toBe("Suðuroy")
  })

  it("are those of any option, or the value itself", () => {
    expect([valueName("roem", "yes"), valueName("deals", "16"), valueName("overtrump", "no")]).toEqual([
      "yes",
      "16",
      "none: play any card",
    ])
  })
})

it("knows addresses of numbers", () => {
  expect(["127.0.0.1", "[::1]", "localhost", "1.example", "stova.example"].map(isNumber)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
