/** Passkeys: what the browser does, between the two steps of the server. */
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser"
import * as http from "./http"

/** Why there are no passkeys here: the address has no name or isn't secure, or the browser knows none. */
export type Obstacle = "address" | "browser"

export function obstacle(): Obstacle | null {
  if (!isSecureContext || isNumber(location.hostname)) return "address"
  return browserSupportsWebAuthn() ? null : "browser"
}

/** Whether a host is an address of numbers. */
export const isNumber = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":")

/** Makes a passkey of who one is. */
export async function make(): Promise<void> {
  const optionsJSON = await http.passkeyCreation()
  await http.keepPasskey(await startRegistration({ optionsJSON }))
}

/** Be here whose passkey is shown. */
export async function show(): Promise<http.Me> {
  const optionsJSON = await http.passkeyRequest()
  return http.showPasskey(await startAuthentication({ optionsJSON }))
}
