import { bytesToHex, randomBytes } from "@noble/hashes/utils.js"

/** The hexadecimal digits of so many random bytes, as they go over the wire. */
export const randomDigits = (bytes: number): string => bytesToHex(randomBytes(bytes))
