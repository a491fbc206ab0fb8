/** A scene and its version, kept up with what the server tells. */
import type { Change, Scene, Whole } from "./messages"

export interface Version {
  version: number
  scene: Scene
}

/** The scene after what was told, or null if it was told of a version that isn't the one at hand. */
export function updated(known: Version | null, told: Whole | Change): Version | null {
  if (told.type === "whole") return { version: told.version, scene: told.scene as Scene }
  if (known === null || known.version !== told.since) return null
  return { version: told.version, scene: { ...known.scene, ...told.scene } as Scene }
}
