import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { phoneScreen, refusedScreen } from './buying.rules.ts'
import { viewVia } from './code-views.ts'
import {
  viewAddOns,
  viewCategories,
  viewCoded,
  viewConfirm,
  viewEvent,
  viewEvents,
  viewFew,
  viewPrice,
  viewQuantity,
} from './event-views.ts'
import { datesScreen, helpScreen, menuScreen } from './menu.rules.ts'
import type { RenderedScreen, ScreenRef } from './navigation.rules.ts'
import { viewOrder, viewPay, viewPrompted } from './order-views.ts'
import { checkScreen } from './own-tickets.rules.ts'
import { viewAsked, viewWhy } from './question-views.ts'
import { viewChecked, viewGiveBack, viewTicket, viewTickets } from './ticket-views.ts'
import type { Arrival, Caller, UssdDeps, View, Visit } from './visit.ts'

/** A screen to send, the path that leads to it, and the notice above it. */
export type Reached = { path: ScreenRef[]; screen: RenderedScreen; notice: string | undefined }

/** A screen may refer to another one; a longer chain would be an endless loop. */
const HOPS_MAX = 4

/** Renders the last screen of the path. If it refers to another screen, renders that screen. */
export async function arrive(deps: UssdDeps, caller: Caller, arrival: Arrival): Promise<Reached> {
  let { path, notice } = arrival
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const { placed } = arrival
    const visit: Visit = { ...caller, path, notice, placed, hasBack: path.length > 1 }
    const view = await render(deps, visit, path.at(-1)!)
    if ('text' in view) return { path, screen: view, notice }
    path = [...view.path]
    notice = view.notice
  }
  throw new Error(`a USSD session loops: ${path.map(({ at }) => at).join(' ')}`)
}

async function render(deps: UssdDeps, visit: Visit, screen: ScreenRef): Promise<View> {
  switch (screen.at) {
    case 'menu':
      return menuScreen(visit)
    case 'help':
      return helpScreen(visit, deps.env.support.phone)
    case 'dates':
      return datesScreen(visit, nairobiDate(deps.clock.now()))
    case 'categories':
      return await viewCategories(deps, visit, screen)
    case 'events':
      return await viewEvents(deps, visit, screen)
    case 'coded':
      return await viewCoded(deps, visit, screen)
    case 'via':
      return await viewVia(deps, visit, screen)
    case 'event':
      return await viewEvent(deps, visit, screen)
    case 'add_ons':
      return await viewAddOns(deps, visit, screen)
    case 'quantity':
      return await viewQuantity(deps, visit, screen)
    case 'price':
      return await viewPrice(deps, visit, screen)
    case 'confirm':
      return await viewConfirm(deps, visit, screen)
    case 'phone':
      return phoneScreen(visit, { purchase: screen.purchase })
    case 'refused':
      return refusedScreen(visit, screen)
    case 'few':
      return await viewFew(deps, visit, screen)
    case 'order':
      return await viewOrder(deps, visit, screen)
    case 'renumber':
      return phoneScreen(visit, { orderId: screen.id })
    case 'prompted_again':
    case 'renumbered':
      return await viewPrompted(deps, visit, screen)
    case 'pay':
      return await viewPay(deps, visit, screen)
    case 'tickets':
      return await viewTickets(deps, visit, screen)
    case 'ticket':
    case 'resend':
      return await viewTicket(deps, visit, screen)
    case 'give_back':
    case 'given_back':
      return await viewGiveBack(deps, visit, screen)
    case 'asked':
    case 'answered':
      return await viewAsked(deps, visit, screen)
    case 'why':
      return await viewWhy(deps, visit, screen)
    case 'check':
      return checkScreen(visit)
    case 'checked':
      return await viewChecked(deps, visit, screen)
  }
}
