import type { EventReply } from '../events/events.contract.ts'
import type { PlacedOrder } from '../orders/placing/place-order.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { ShownCode } from './event-screens.rules.ts'
import type { Frame } from './menu.rules.ts'
import type { RenderedScreen, ScreenRef } from './navigation.rules.ts'

/** `dialled`: the promo code of the caller, if it can be used now. */
export type DialledEvent = EventReply & { dialled?: ShownCode }

export type UssdDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'> & {
  /** Events that this turn has read already. Without this map each read goes to the database. */
  seen?: Map<string, DialledEvent | null>
}

export type Caller = { phone: string; language: Language }

type PlacedNow = NonNullable<PlacedOrder['placed']>

/** The path of screens, whose last entry is the current screen, and a notice to show above it. */
export type Arrival = {
  path: ScreenRef[]
  notice?: string | undefined
  placed?: PlacedNow | undefined
}

/** A caller's path to a screen, and what surrounds the screen. */
export type Visit = Frame & Caller & { path: readonly ScreenRef[]; placed?: PlacedNow | undefined }

/** A rendered screen; or the path of another screen to show instead, with a notice above it. */
export type View = RenderedScreen | { path: readonly ScreenRef[]; notice?: string }

/** Returns the path of the menu if there is no such screen. */
export function backTo(path: readonly ScreenRef[], at: ScreenRef['at']): ScreenRef[] {
  const index = path.findLastIndex((screen) => screen.at === at)
  return index < 0 ? [{ at: 'menu' }] : path.slice(0, index + 1)
}

/** The path to the last list of an event's types or add-ons, or to the menu if there is none. */
export function backToTypes(path: readonly ScreenRef[]): ScreenRef[] {
  const index = path.findLastIndex(({ at }) => at === 'event' || at === 'add_ons')
  return index < 0 ? [{ at: 'menu' }] : path.slice(0, index + 1)
}

export function endingIn(path: readonly ScreenRef[], screen: ScreenRef): ScreenRef[] {
  return [...path.slice(0, -1), screen]
}

/** The path, without the promo code if its last screen is an event. */
export function withoutCode(path: readonly ScreenRef[]): ScreenRef[] {
  const last = path.at(-1)!
  return endingIn(path, last.at === 'event' ? { ...last, promo: undefined } : last)
}
