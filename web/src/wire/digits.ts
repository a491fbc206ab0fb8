/** Bytes as hexadecimal digits, as they go over the wire. */
export const digits = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The digits of so many random bytes. */
export const randomDigits = (bytes: number): string => digits(crypto.getRandomValues(new Uint8Array(bytes)))
