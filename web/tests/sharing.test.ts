import { beforeEach, describe, expect, it, vi } from "vitest"
import { agrees, commitmentOf, notedAt } from "../src/table/fair"
import { Sharing } from "../src/table/sharing.svelte"
import type { FairShown, Refusal, Scene, Share } from "../src/wire/messages"
import { scene } from "./scenes"

const SECRET = "00".repeat(32)
const ANOTHER = "11".repeat(32)
const FIRST = commitmentOf(SECRET)
const SECOND = commitmentOf(ANOTHER)

/** A table one sits at, as it is told to a page: what is shared counts, as long as it is for the table's commitment. */
class House {
  readonly given: Share[] = []
  stage: Scene["standing"]["stage"] = "gathering"
  you: number | null = 0
  fair: FairShown = { commitment: FIRST, shares: ["", ""], secret: null, record: null }
  page = this.load()

  load(): Sharing {
    return (this.page = new Sharing("t", (share) => this.#shared(share)))
  }

  /** What is otherwise now is told, and answered. */
  async told(fair: Partial<FairShown> = {}, stage = this.stage): Promise<void> {
    this.fair = { ...this.fair, ...fair }
    this.stage = stage
    await this.#tell()
  }

  /** What one's device added last. */
  get last(): string {
    return this.given.at(-1)?.digits ?? ""
  }

  #tell(): Promise<void> {
    return this.page.told({
      ...scene,
      you: this.you,
      fair: this.fair,
      standing: { ...scene.standing, stage: this.stage },
    })
  }

  async #shared(share: Share): Promise<Refusal | null> {
    this.given.push(share)
    await Promise.resolve()
    const taken = share.commitment === this.fair.commitment
    if (taken) this.fair = { ...this.fair, shares: [share.digits, ""] }
    await this.#tell()
    return taken ? null : { code: "commitment", why: "", rule: "" }
  }
}

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

async function gathered(): Promise<House> {
  const house = new House()
  await house.told()
  return house
}

it("commits to a secret as the table does", () =>
  // hashlib.sha256(b"stova-fair-1 commitment" + bytes(32)).hexdigest()
  expect(FIRST).toBe("c044fe91291413ee60b6304fc8694d26b5cf71b2899b17261c2194c2cdee070b"))

describe("what is added to the deals", () => {
  it("is noted with what it is for before it is given", async () => {
    const noted: unknown[] = []
    const page = new Sharing("t", () => {
      noted.push(notedAt("t"))
      return Promise.resolve(null)
    })
    await page.told({ ...scene, fair: { ...new House().fair }, standing: { ...scene.standing, stage: "gathering" } })
    expect(noted).toEqual([
      { commitment: FIRST, share: expect.stringMatching(/^[0-9a-f]{64}$/) as string, over: false },
    ])
  })

  it("is given once, and again when it is taken back, but never others for the same number", async () => {
    const house = await gathered()
    expect(house.given).toEqual([{ type: "share", commitment: FIRST, digits: house.fair.shares[0] }])
    expect([house.page.verdict, house.page.alarm]).toEqual(["kept", ""])
    await house.told({ shares: ["", "ab"] })
    house.load()
    await house.told({ shares: ["", "ab"] })
    expect(house.given.map(({ digits }) => digits)).toEqual(Array(3).fill(house.last))
    expect(house.page.verdict).toBe("kept")
  })

  it("isn't given again by a page that is loaded again", async () => {
    const house = await gathered()
    house.load()
    await house.told()
    expect([house.given.length, house.page.verdict]).toEqual([1, "kept"])
  })

  it("is one for all pages of a browser", async () => {
    const house = await gathered()
    const other = house.page
    house.load()
    await house.told({ commitment: SECOND, shares: ["", ""] })
    house.page = other
    await house.told()
    expect(house.given).toHaveLength(2)
    expect([other.verdict, other.note?.share]).toEqual(["kept", house.last])
  })

  it("goes on where nothing can be kept", async () => {
    vi.stubGlobal("localStorage", undefined)
    const house = await gathered()
    await house.told({}, "playing")
    expect([house.given.length, house.page.verdict]).toEqual([1, "kept"])
  })

  it("leaves what another device of one's own gave later, and says whose doesn't count", async () => {
    const house = await gathered()
    await house.told({ shares: ["ee", ""] })
    await house.told({ shares: ["ee", "ab"] })
    expect([house.given.length, house.page.verdict, house.page.alarm]).toEqual([1, "left out", ""])
    await house.told({}, "playing")
    expect(house.page.alarm).toBe("left out")
  })

  it("replaces what was given elsewhere before one came", async () => {
    const house = new House()
    await house.told({ shares: ["ee", ""] })
    expect([house.given.length, house.page.verdict]).toEqual([1, "kept"])
  })

  it("is others for another number that nothing was given for", async () => {
    const house = await gathered()
    await house.told({ secret: SECRET }, "over")
    expect([house.page.holds, house.page.verdict, house.page.alarm]).toEqual([true, "kept", ""])
    await house.told({ commitment: SECOND, shares: ["", ""], secret: null }, "gathering")
    expect(house.given.map(({ commitment }) => commitment)).toEqual([FIRST, SECOND])
    expect(house.given[0]?.digits).not.toBe(house.last)
    await house.told({}, "playing")
    expect([house.page.holds, house.page.verdict, house.page.alarm]).toEqual([null, "kept", ""])
  })

  it("is others when the number changed on the way", async () => {
    const house = new House()
    const telling = house.told()
    house.fair = { ...house.fair, commitment: SECOND }
    await telling
    expect(house.given.map(({ commitment }) => commitment)).toEqual([FIRST, SECOND])
    expect(house.page.verdict).toBe("kept")
  })

  it("is nothing where one looks on", async () => {
    const house = new House()
    house.you = null
    await house.told()
    expect([house.given.length, house.page.verdict]).toEqual([0, "seen"])
    await house.told({ commitment: SECOND })
    await house.told({}, "playing")
    expect([house.given.length, house.page.verdict, house.page.alarm]).toEqual([0, "seen", ""])
  })

  it("is nothing at a match one comes to late", async () => {
    const house = new House()
    await house.told({}, "playing")
    expect([house.given.length, house.page.verdict, house.page.alarm]).toEqual([0, "unknown", ""])
  })
})

describe("a house that", () => {
  it("exchanges its secret once it has seen what was given is found out at once, and after the page is loaded again", async () => {
    const house = await gathered()
    await house.told({ commitment: SECOND })
    expect([house.page.verdict, house.page.alarm, house.given.length]).toEqual(["exchanged", "exchanged", 1])
    house.load()
    await house.told({}, "playing")
    expect(house.page.alarm).toBe("exchanged")
    await house.told({ secret: ANOTHER }, "over")
    expect([house.page.holds, house.page.alarm]).toEqual([true, "exchanged"])
    expect(house.page.note?.commitment).toBe(FIRST)
  })

  it("begins with other bytes for one's seat is found out", async () => {
    const house = await gathered()
    await house.told({ shares: ["ee", ""] }, "playing")
    expect(house.page.alarm).toBe("left out")
  })

  it("begins with another secret and other bytes is found out", async () => {
    const house = await gathered()
    await house.told({ commitment: SECOND, shares: ["ee", ""] }, "playing")
    expect(house.page.alarm).toBe("other")
  })

  it.each([ANOTHER, "", "no digits", SECRET.slice(1)])(
    "shows another secret in the end is found out",
    async (secret) => {
      const house = await gathered()
      await house.told({}, "playing")
      await house.told({ secret }, "over")
      expect([house.page.holds, house.page.alarm]).toEqual([false, "broken"])
    },
  )

  it("began another match while one was away is not accused", async () => {
    const house = await gathered()
    await house.told({ secret: SECRET }, "over")
    house.load()
    await house.told({ commitment: SECOND, shares: ["", ""], secret: null }, "playing")
    expect([house.page.verdict, house.page.alarm]).toEqual(["unknown", ""])
  })

  it("writes something else into the record is found out", () => {
    const fair = { ...new House().fair, shares: ["ab", ""], secret: SECRET }
    const { record: _, ...written } = fair
    expect(agrees(written, fair)).toBe(true)
    const others = [{ commitment: SECOND }, { secret: ANOTHER }, { shares: ["", "ab"] }]
    for (const other of others) expect(agrees({ ...written, ...other }, fair)).toBe(false)
    expect(agrees(undefined, fair)).toBe(false)
  })
})

it("makes nothing of a note it can't read", () => {
  kept.set("stova.fair.t", "c044fe91")
  expect(notedAt("t")).toBeNull()
})
