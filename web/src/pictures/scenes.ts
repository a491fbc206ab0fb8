/** Pictures of the games, in a box of 160 by 84: shapes from back to front, each with the colour it has. */
export type Tint = "sky" | "sun" | "far" | "near" | "ground" | "light" | "line"
export type Shape = [Tint, string]

const SUN: Shape = ["sun", "M122 44a11 11 0 1 0-22 0a11 11 0 0 0 22 0Z"]
const SEA: Shape = ["ground", "M0 66H160V84H0Z"]
const RIPPLES: Shape = ["line", "M18 72h20M62 76h26M112 71h30M88 80h14M30 80h12"]

/** Turf houses under the mountain. */
const VILLAGE: Shape[] = [
  SUN,
  ["far", "M0 58 34 20 58 42 84 12 128 54 160 40V84H0Z"],
  ["ground", "M0 64Q50 54 92 62T160 60V84H0Z"],
  ["near", "M24 70V58L36 48 48 58V70ZM56 72V59L69 48 82 59V72ZM92 68V58L102 50 112 58V68Z"],
  ["line", "M22 59 36 47 50 59M54 60 69 47 84 60M90 59 102 49 114 59"],
  ["light", "M33 59h6v6h-6ZM65 60h7v6h-7ZM99 59h5v5h-5Z"],
]

/** Three stacks in the sea. */
const STACKS: Shape[] = [
  SUN,
  ["far", "M0 66 12 40 30 34 42 52 46 66Z"],
  SEA,
  ["near", "M56 70 60 30 66 22 72 34 76 70ZM86 70 91 40 97 36 101 70ZM128 72 134 48 141 44 148 72Z"],
  RIPPLES,
]

/** Two boats on the sound. */
const BOATS: Shape[] = [
  SUN,
  ["far", "M0 62 28 36 50 50 78 30 104 56 160 48V70H0Z"],
  SEA,
  ["near", "M28 62Q46 72 68 61L64 70Q48 76 33 70ZM94 68Q112 78 136 66L131 76Q114 82 99 76Z"],
  ["line", "M47 66V38M47 40Q62 50 64 58H47M113 71V44M113 46Q98 56 97 64h16"],
  RIPPLES,
]

/** The cat on the wall, with its back to us. */
const CAT: Shape[] = [
  SUN,
  ["far", "M0 54 40 34 76 50 116 28 160 50V84H0Z"],
  ["ground", "M0 64H160V84H0Z"],
  ["line", "M0 74H160M24 64V74M64 64V74M104 64V74M140 64V74M44 74V84M84 74V84M122 74V84"],
  [
    "near",
    "M66 64C62 46 68 38 73 34L71 22 78 27H86L93 22 91 34C96 38 102 46 98 64 102 65 112 62 110 52 115 58 112 68 102 69H66Z",
  ],
]

/** The cat by a lamp, four cards before it. */
const CAT_AND_CARDS: Shape[] = [
  ["sun", "M70 24 80 10 90 24Z"],
  ["line", "M80 0V10"],
  ["light", "M58 58 72 26H88L102 58Z"],
  ["ground", "M8 60H152V66H8ZM24 66H30V84H24ZM130 66H136V84H130Z"],
  ["light", "M36 52l12-3 3 8-13 2ZM112 49l12 3-2 7-13-2ZM60 54h11v5H60ZM88 54h11v5H88Z"],
  ["near", "M121 60C116 46 122 40 125 37L124 28 129 32H135L140 28 139 37C143 40 149 48 145 60Z"],
]

/** Coins stacked on a table by the window. */
const COINS: Shape[] = [
  ["far", "M20 8H140V52H20Z"],
  ["sun", "M108 34a9 9 0 1 0-18 0a9 9 0 0 0 18 0Z"],
  ["near", "M20 52V44L52 28 78 42 104 34 140 48V52Z"],
  ["line", "M20 8H140V52H20ZM80 8V52"],
  ["ground", "M0 62H160V84H0Z"],
  [
    "light",
    "M40 66a12 4 0 1 0 24 0v-5a12 4 0 1 0-24 0ZM72 68a12 4 0 1 0 24 0V48a12 4 0 1 0-24 0ZM104 66a12 4 0 1 0 24 0V57a12 4 0 1 0-24 0Z",
  ],
  [
    "line",
    "M40 61a12 4 0 0 0 24 0M72 48a12 4 0 0 0 24 0M72 55a12 4 0 0 0 24 0M72 62a12 4 0 0 0 24 0M104 57a12 4 0 0 0 24 0",
  ],
]

/** The bird over the bay. */
const BIRD: Shape[] = [
  SUN,
  ["far", "M0 66 22 30 44 46 60 40 82 66ZM110 66 134 44 160 52V66Z"],
  SEA,
  [
    "near",
    "M38 30C56 18 72 22 80 32 90 18 112 10 130 16 112 18 100 26 92 36L100 38 90 41C82 44 74 42 68 36 60 28 48 27 38 30Z",
  ],
  RIPPLES,
]

/** Gables along the canal. */
const CANAL: Shape[] = [
  SUN,
  ["far", "M0 62V36H16V30L24 22 32 30V36H44V62ZM124 62V34l9-9 9 9v4h18V62Z"],
  ["near", "M42 64V30h5V24h5V18H66v6h5v6h5V64ZM80 64V36Q80 28 86 27 86 18 95 18T104 27Q110 28 110 36V64Z"],
  ["light", "M50 34h6v8h-6ZM62 34h6v8h-6ZM50 48h6v8h-6ZM62 48h6v8h-6ZM88 38h5v8h-5ZM98 38h5v8h-5ZM88 51h5v8h-5Z"],
  ["ground", "M0 64H160V84H0Z"],
  RIPPLES,
]

const PICTURES: Record<string, Shape[]> = {
  sjavs: VILLAGE,
  sjavs3: STACKS,
  sjavs2: BOATS,
  klorsjavs: CAT,
  klorsjavs4: CAT_AND_CARDS,
  klorsjavs_auction: COINS,
  styrivolt: BIRD,
  klaverjas: CANAL,
}

/** A game's picture; a village for those that have none yet. */
export const pictureOf = (game: string): Shape[] => PICTURES[game] ?? VILLAGE
