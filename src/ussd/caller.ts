import type { EventReply } from '../events/events.contract.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Frame } from './menu.rules.ts'
import type { Place, Shown } from './place.rules.ts'

export type UssdDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'> & {
  /** Events as this turn read them; absent where each read is to be a new one. */
  seen?: Map<string, EventReply | null>
}

/** Who is calling, on the way to a place, and how it is to be shown. */
export type Visit = Frame & { phone: string; path: readonly Place[] }

/** A screen; or another place to go to instead, with what is said about it there. */
export type View = Shown | { path: readonly Place[]; notice?: string }

/** The way back to the last place of this kind; the menu where there was none. */
export function backTo(path: readonly Place[], at: Place['at']): Place[] {
  const index = path.findLastIndex((place) => place.at === at)
  return index < 0 ? [{ at: 'menu' }] : path.slice(0, index + 1)
}

/** The same way with another end. */
export function endingIn(path: readonly Place[], place: Place): Place[] {
  return [...path.slice(0, -1), place]
}
