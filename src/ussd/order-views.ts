import { promptAgain } from '../checkout/prompt-again.ts'
import { promptOtherPhone } from '../checkout/prompt-other-phone.ts'
import { readOrders } from '../checkout/read-order.ts'
import { nextPhone, type OrderState } from '../orders/order.rules.ts'
import { isDatabaseUnavailable } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import { backTo, type UssdDeps, type View, type Visit } from './caller.ts'
import { endedScreen } from './ended.rules.ts'
import { lastScreen } from './menu.rules.ts'
import {
  alreadyPaid,
  asPlaced,
  isPaid,
  type OrderToPay,
  refused,
  thanks,
  toPayOf,
} from './pay-views.ts'
import { ussdTimes } from './times.ts'
import { selectOrderToPay } from './ussd.sql.ts'
import { ussdWords } from './ussd.text.ts'
import { linesWaiting, type WaitingOrder, waitingScreen } from './waiting.rules.ts'

type Of = { id: string }

/** The order of a session that ended, for who dials again. */
export async function viewOrder(deps: UssdDeps, visit: Visit, { id }: Of): Promise<View> {
  const order = await selectOrderToPay(deps.db, id)
  if (!order) return { path: [{ at: 'menu' }] }
  if (isPaid(order)) return alreadyPaid(visit)
  const waiting = await readWaiting(deps, order)
  if (waiting) return waitingScreen(visit, waiting)
  const { event_id: eventId, ticket_type_id: typeId, quantity, phone } = order
  return endedScreen(visit, order, { eventId, typeId, quantity, phone })
}

/** As the page that waits on the web has it; null where it waits for nothing. */
async function readWaiting(deps: UssdDeps, order: OrderToPay): Promise<WaitingOrder | null> {
  const next = nextPhone({ ...order, state: order.state as OrderState })
  if (order.state !== 'pending' && next === null) return null
  const reply = (await readOrders(deps, [order.id])).get(order.id)?.reply
  if (reply?.status !== 'pending' || reply.phase === 'issuing') return null
  const isNext = reply.next_phone !== null && next !== null
  return {
    ...toPayOf(deps, asPlaced(order)),
    id: order.id,
    phone: isNext ? order.phone : (next ?? order.phone),
    phase: reply.phase,
    nextPhone: isNext ? next : null,
    byHandUntil: reply.pay_until ? new Date(reply.pay_until) : null,
    takesOther: reply.other_phone_in === 0,
  }
}

/** M-Pesa is to ask for what was to be paid by hand. */
export async function viewAsked(deps: UssdDeps, visit: Visit, { id }: Of): Promise<View> {
  const asked = { phone: null, address: visit.phone, ...afterSession(deps) }
  return await andThen(deps, visit, id, () => promptAgain(deps, id, asked))
}

/** Another number is to be asked. */
export async function viewRenumbered(
  deps: UssdDeps,
  visit: Visit,
  { id, phone }: Of & { phone: string },
): Promise<View> {
  const asked = { phone, address: visit.phone, ...afterSession(deps) }
  return await andThen(deps, visit, id, () => promptOtherPhone(deps, id, asked))
}

const afterSession = ({ timeScale }: UssdDeps) => ({
  promptAfterMs: ussdTimes(timeScale).promptAfterMs,
})

/** What it came to before, where this turn comes again; those that it came to meanwhile tell more. */
const SEEN = ['prompt_open', 'already_paid', 'order_not_found']

/** The session is over with what is to come, for M-Pesa cannot ask while it is open. */
async function andThen(
  deps: UssdDeps,
  visit: Visit,
  id: string,
  act: () => Promise<void>,
): Promise<View> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AppError) || isDatabaseUnavailable(error)) throw error
    if (!SEEN.includes(error.code)) return refused(visit, error.code)
  }
  const order = await selectOrderToPay(deps.db, id)
  const waiting = order && (await readWaiting(deps, order))
  if (!waiting) return { path: backTo(visit.path, 'order') }
  if (waiting.phase === 'in_line') return thanks(visit, { ...waiting, paysBy: 'prompt' })
  return lastScreen(linesWaiting(ussdWords[visit.language], waiting))
}
