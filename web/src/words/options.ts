/** Names of presets, options and their values, as people read them. */
import { capitalized } from "./choices"

/** `cut_packets` as `Cut packets`. */
export const optionTitle = (name: string): string => capitalized(name.replaceAll("_", " "))
