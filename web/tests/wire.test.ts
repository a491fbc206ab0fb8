import { afterEach, describe, expect, it, vi } from "vitest"
import { Connection } from "../src/wire/connection.svelte"
import { bonusOf, rowsOf, stockOf } from "../src/wire/own"
import { updated } from "../src/wire/version"
import { pause } from "../src/wire/waiting"
import { scene } from "./scenes"

describe("a scene kept up with what is told", () => {
  const whole = updated(null, { type: "whole", version: 4, scene })

  it("is what was told whole", () => expect(whole).toEqual({ version: 4, scene }))

  it("changes field by field", () => {
    const next = updated(whole, { type: "change", since: 4, version: 7, scene: { you: 2 } })
    expect(next).toEqual({ version: 7, scene: { ...scene, you: 2 } })
  })

  it("is lost when a change is of another version", () => {
    expect(updated(whole, { type: "change", since: 5, version: 6, scene: {} })).toBeNull()
    expect(updated(null, { type: "change", since: 4, version: 5, scene: {} })).toBeNull()
  })
})

describe("the pause before coming back", () => {
  it("grows, up to a bound", () => {
    expect(pause(1, 0.5)).toBe(2 * pause(0, 0.5))
    expect(pause(30, 0.5)).toBe(pause(31, 0.5))
  })

  it("differs between clients by three to one", () => expect(pause(2, 1)).toBe(3 * pause(2, 0)))
})

describe("what a game keeps of its own", () => {
  it("is known by what there is of it", () => {
    expect(stockOf({ kind: "?", exposed: [] })).not.toBeNull()
    expect(bonusOf({ kind: "?", counted: [0, 20] })?.counted).toEqual([0, 20])
    expect(rowsOf({ kind: "?", seats: [{ up: [], turned: [] }] })).toHaveLength(1)
  })

  it("is nothing where there is nothing", () => {
    expect([stockOf(null), bonusOf(null)]).toEqual([null, null])
    expect(rowsOf(null)).toEqual([])
  })
})

describe("a connection", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("isn't made any more once it is closed", () => {
    const made: string[] = []
    const page = new EventTarget()
    vi.stubGlobal("document", page)
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
    vi.stubGlobal("location", { protocol: "https:", host: "stova.example" })
    vi.stubGlobal(
      "WebSocket",
      class {
        constructor(address: string) {
          made.push(address)
        }
        close(): void {}
      },
    )
    const connection = new Connection("t", () => undefined)
    connection.open()
    connection.close()
    connection.open()
    page.dispatchEvent(new Event("online"))
    expect(made).toEqual(["wss://stova.example/ws"])
  })
})
