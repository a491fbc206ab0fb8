/** What went wrong, as a sentence. */
import { WebAuthnError } from "@simplewebauthn/browser"
import { m } from "../paraglide/messages.js"
import { Refused } from "../wire/http"

const OF_PASSKEYS: Record<string, () => string> = {
  NotAllowedError: m.passkey_put_off,
  AbortError: m.passkey_put_off,
  InvalidStateError: m.passkey_there,
  ConstraintError: m.passkey_cant_keep,
  NotSupportedError: m.passkey_cant_keep,
  SecurityError: m.passkey_no_address,
}

export function trouble(error: unknown): string {
  if (error instanceof Refused) return error.message
  const cause = error instanceof WebAuthnError ? error.cause : error
  const kind = cause instanceof Error ? cause.name : ""
  return OF_PASSKEYS[kind]?.() ?? m.error_unforeseen({ what: String(error) })
}
