import type { Language } from '../platform/values/language.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { phoneScreen, refusedScreen } from './buying.rules.ts'
import type { UssdDeps, View, Visit } from './caller.ts'
import {
  viewCategories,
  viewCoded,
  viewConfirm,
  viewEvent,
  viewEvents,
  viewQuantity,
} from './event-views.ts'
import { checkScreen } from './holding.rules.ts'
import { datesScreen, helpScreen, menuScreen } from './menu.rules.ts'
import { viewAsked, viewOrder, viewRenumbered } from './order-views.ts'
import { viewPay } from './pay-views.ts'
import type { Place, Shown } from './place.rules.ts'
import { viewChecked, viewResend, viewTicket, viewTickets } from './ticket-views.ts'

type Caller = { phone: string; language: Language }
export type Arrival = { path: Place[]; notice?: string | undefined }

/** `notice` is what came of the last answer, as it stands above the screen. */
export type Reached = { path: Place[]; shown: Shown; notice: string | undefined }

/** A place may lead to another one; none leads round in a circle. */
const HOPS_MAX = 4

/** The screen of where this way ends, and the way that it came to. */
export async function arrive(
  deps: UssdDeps,
  caller: Caller,
  { path, notice }: Arrival,
): Promise<Reached> {
  let [way, said] = [path, notice]
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const visit: Visit = { ...caller, path: way, notice: said, hasBack: way.length > 1 }
    const view = await look(deps, visit, way.at(-1)!)
    if ('text' in view) return { path: way, shown: view, notice: said }
    way = [...view.path]
    said = view.notice
  }
  throw new Error(`a USSD session goes round: ${way.map(({ at }) => at).join(' ')}`)
}

async function look(deps: UssdDeps, visit: Visit, place: Place): Promise<View> {
  switch (place.at) {
    case 'menu':
      return menuScreen(visit)
    case 'help':
      return helpScreen(visit, deps.env.support.phone)
    case 'dates':
      return datesScreen(visit, nairobiDate(deps.clock.now()))
    case 'categories':
      return await viewCategories(deps, visit, place)
    case 'events':
      return await viewEvents(deps, visit, place)
    case 'coded':
      return await viewCoded(deps, visit, place)
    case 'event':
      return await viewEvent(deps, visit, place)
    case 'quantity':
      return await viewQuantity(deps, visit, place)
    case 'confirm':
      return await viewConfirm(deps, visit, place)
    case 'phone':
      return phoneScreen(visit, { purchase: place.purchase })
    case 'refused':
      return refusedScreen(visit, place.said)
    case 'order':
      return await viewOrder(deps, visit, place)
    case 'asked':
      return await viewAsked(deps, visit, place)
    case 'renumber':
      return phoneScreen(visit, { orderId: place.id })
    case 'renumbered':
      return await viewRenumbered(deps, visit, place)
    case 'pay':
      return await viewPay(deps, visit, place)
    case 'tickets':
      return await viewTickets(deps, visit, place)
    case 'ticket':
      return await viewTicket(deps, visit, place)
    case 'resend':
      return await viewResend(deps, visit, place)
    case 'check':
      return checkScreen(visit)
    case 'checked':
      return await viewChecked(deps, visit, place)
  }
}
