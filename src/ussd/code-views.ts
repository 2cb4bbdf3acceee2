import { countGuess } from '../events/codes/code-limits.ts'
import { readCodeLeft } from '../orders/placing/offer.ts'
import { isTooOften } from './actions.ts'
import type { ShownEvent } from './event-screens.rules.ts'
import type { At } from './navigation.rules.ts'
import { sellingTexts } from './selling.text.ts'
import { readEvent } from './shared-events.ts'
import { hasSellers } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import { endingIn, type UssdDeps, type View, type Visit } from './visit.ts'

/** Reads the digits typed on the event's screen: a promo code or a seller's number. */
export async function viewVia(deps: UssdDeps, visit: Visit, via: At<'via'>): Promise<View> {
  return via.typed.length === 2
    ? await viewSeller(deps, visit, via)
    : await viewCode(deps, visit, via)
}

/**
 * A number that no seller of the event has is ignored: it changes nothing for the caller. Events
 * without sellers accept no number.
 */
async function viewSeller(
  { db }: UssdDeps,
  { path, language }: Visit,
  { at: _, id, typed, ...via }: At<'via'>,
): Promise<View> {
  const event = { at: 'event', id, from: 0, ...via } as const
  if (await hasSellers(db, id)) return { path: endingIn(path, { ...event, seller: Number(typed) }) }
  return { path: endingIn(path, event), notice: ussdTexts[language].unclear }
}

/** After a wrong code, shows the event without a code. Counts wrong codes per calling phone. */
async function viewCode(
  deps: UssdDeps,
  { path, language, phone }: Visit,
  { id, typed: promo, seller }: At<'via'>,
): Promise<View> {
  const event = { at: 'event', id, from: 0, seller } as const
  const { wrongCode, wrongCodes } = sellingTexts[language]
  try {
    await countGuess(deps, { eventId: id, phone, code: { digits: promo } })
    const found = await readEvent(deps, id, promo)
    if (found?.dialled) return { path: endingIn(path, { ...event, promo }) }
    return { path: endingIn(path, event), notice: wrongCode }
  } catch (error) {
    if (isTooOften(error)) return { path: endingIn(path, event), notice: wrongCodes }
    throw error
  }
}

/** The reason why the event is now shown without the code. Null if a ticket can use the code. */
export async function codeEnd(
  deps: UssdDeps,
  { phone, language }: Visit,
  event: ShownEvent,
): Promise<string | null> {
  const { wrongCode, codeUsedUp, codePerPhone } = sellingTexts[language]
  const { dialled } = event
  if (!dialled) return wrongCode
  const { all, own } = await readCodeLeft(deps, dialled, { event_id: event.id, phone })
  if (all === 0) return codeUsedUp(dialled.digits)
  return own === 0 ? codePerPhone(dialled.max_per_phone!, dialled.digits) : null
}
