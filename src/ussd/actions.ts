import { buy } from '../checkout/buy.ts'
import { promptAgain, promptOtherPhone } from '../checkout/order-prompts.ts'
import { smsMoment } from '../messages/sms.rules.ts'
import { isDatabaseUnavailable } from '../platform/database/db.ts'
import { AppError } from '../platform/errors.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { lineAmountKes } from '../platform/values/money.rules.ts'
import { saveFirstAnswer } from '../questions/answers.ts'
import { resendToHolder } from '../tickets/delivery/deliveries.ts'
import { TicketError } from '../tickets/errors.ts'
import { giveBackFree } from '../tickets/transfer/give-backs.ts'
import { ussdTimes } from './declarations.ts'
import type { ShownType } from './event-screens.rules.ts'
import { type At, pushScreen, type RefusalKind, type ScreenRef } from './navigation.rules.ts'
import { isTicketOf } from './phone-tickets.ts'
import type { Texts } from './screen-texts.text.ts'
import { sellingTexts } from './selling.text.ts'
import { readEvent } from './shared-events.ts'
import { isGivenBack } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import {
  type Arrival,
  backTo,
  backToTypes,
  type Caller,
  endingIn,
  type UssdDeps,
  withoutCode,
} from './visit.ts'

/**
 * Carries out the action of a path's last screen: buys, prompts, sends an SMS. Showing a screen
 * writes nothing. Returns the path to show next. If the gateway repeats a turn, the action is not
 * carried out again, and the same screen is shown. Throws if the database cannot be reached.
 */
export async function act(deps: UssdDeps, caller: Caller, arrival: Arrival): Promise<Arrival> {
  const { path } = arrival
  const screen = path.at(-1)!
  switch (screen.at) {
    case 'pay':
      return await placeOrder(deps, caller, path, screen)
    case 'prompted_again':
      return await sendPrompt(caller, path, () =>
        promptAgain(deps, screen.id, { phone: null, ...promptOptions(deps, caller) }),
      )
    case 'renumbered':
      return await sendPrompt(caller, path, () =>
        promptOtherPhone(deps, screen.id, { phone: screen.phone, ...promptOptions(deps, caller) }),
      )
    case 'resend':
      return await resend(deps, caller, path, screen.id)
    case 'given_back':
      return await giveBack(deps, caller, path, screen.id)
    case 'answered':
      return await answer(deps, caller, path, screen)
    default:
      return arrival
  }
}

/** Delays the prompt, because a phone with an open USSD session shows no M-Pesa prompt. */
const promptOptions = ({ timeScale }: UssdDeps, { phone }: Caller) => ({
  // All calls come from the gateway's IP address, so limits count by the calling phone instead.
  address: phone,
  provenPhone: phone,
  promptAfterMs: ussdTimes(timeScale).promptAfterMs,
})

async function placeOrder(
  deps: UssdDeps,
  caller: Caller,
  path: ScreenRef[],
  pay: At<'pay'>,
): Promise<Arrival> {
  const { orderId, eventId, typeId, quantity, priceCents, paymentMethod, chosenKes } = pay
  const totalKes = pay.totalKes ?? lineAmountKes(priceCents, quantity)
  try {
    const { placed } = await buy(deps, {
      orderId,
      eventId,
      phone: pay.phone,
      paymentMethod,
      language: caller.language,
      ...promptOptions(deps, caller),
      lines: [
        {
          ticketTypeId: typeId,
          quantity,
          ...(chosenKes !== undefined && { chosenCents: chosenKes * 100 }),
        },
      ],
      ...(pay.promo !== undefined && { promoCode: { digits: pay.promo } }),
      ...(pay.seller !== undefined && { source: { seller: pay.seller } }),
      shown: { totalCents: totalKes * 100, lineCents: [totalKes * 100] },
    })
    return { path, placed }
  } catch (error) {
    if (!(error instanceof AppError) || isDatabaseUnavailable(error)) throw error
    // The cached event of this turn is out of date after the purchase.
    deps.seen?.clear()
    const left = Number(error.details.left)
    if (error.code === 'few_left') return { path: toFewLeft(path, pay, left) }
    const type = (await readEvent(deps, eventId, pay.promo))?.ticket_types.find(
      ({ id }) => id === typeId,
    )
    // The server counts the tickets left for a code in people, not in units.
    const units = Math.floor(left / (type?.sold_in ?? 1))
    const isEnough = units >= (type?.min_per_order ?? 1)
    if (error.code === 'code_used_up' && isEnough) {
      return { path: toFewLeft(path, pay, units, 'code') }
    }
    return refusalArrival(caller, path, error, type)
  }
}

/** The path to the offer of the tickets that are left. 'Back' leads to the offer's total. */
function toFewLeft(
  path: readonly ScreenRef[],
  { at: _, ...pay }: At<'pay'>,
  left: number,
  of?: 'code',
): ScreenRef[] {
  const { orderId: _order, priceCents: _price, totalKes: _total, paymentMethod, ...wanted } = pay
  const purchase = { ...wanted, quantity: left }
  const few = { ...purchase, paymentMethod, wanted: wanted.quantity, of }
  const before = endingIn(backTo(path, 'confirm'), { at: 'confirm', ...purchase })
  return pushScreen(before, { at: 'few', ...few })
}

/** The errors that mean that the prompt was sent before: the order's screen is then shown. */
const DONE_BEFORE = ['prompt_open', 'already_paid', 'order_not_found']

async function sendPrompt(
  caller: Caller,
  path: ScreenRef[],
  prompt: () => Promise<void>,
): Promise<Arrival> {
  try {
    await prompt()
  } catch (error) {
    if (!(error instanceof AppError) || isDatabaseUnavailable(error)) throw error
    if (!DONE_BEFORE.includes(error.code)) return refusalArrival(caller, path, error)
  }
  return { path }
}

async function resend(
  deps: UssdDeps,
  { phone, language }: Caller,
  from: ScreenRef[],
  ticketId: string,
): Promise<Arrival> {
  const texts = ussdTexts[language]
  const path = backTo(from, 'ticket')
  try {
    await resendToHolder(deps, phone, ticketId)
    return { path, notice: texts.smsSent }
  } catch (error) {
    if (error instanceof TicketError) return { path, notice: texts.smsNothing }
    if (isTooOften(error)) return { path, notice: texts.smsTooOften }
    throw error
  }
}

/** A repeated turn, whose first copy gave the ticket back, gets the same notice. */
async function giveBack(
  deps: UssdDeps,
  { phone, language }: Caller,
  path: ScreenRef[],
  ticketId: string,
): Promise<Arrival> {
  const { givenBack } = sellingTexts[language]
  const by = { provenPhone: phone }
  try {
    await giveBackFree(deps, { ticketId, people: null, by })
    return { path: backTo(path, 'tickets'), notice: givenBack }
  } catch (error) {
    if (!(error instanceof TicketError)) throw error
    if (await isGivenBack(deps.db, ticketId)) {
      return { path: backTo(path, 'tickets'), notice: givenBack }
    }
    return { path: backTo(path, 'ticket'), notice: error.texts[language] }
  }
}

/** Saves an answer. An existing answer stays (repeated turn): only the web page changes it. */
async function answer(
  deps: UssdDeps,
  { phone, language }: Caller,
  path: ScreenRef[],
  { id, skipped, answer: chosen }: At<'answered'>,
): Promise<Arrival> {
  const next: ScreenRef[] = [...backTo(path, 'ticket'), { at: 'asked', id, from: 0, skipped }]
  if (!(await isTicketOf(deps, phone, id))) return { path: backTo(path, 'tickets') }
  try {
    await saveFirstAnswer(deps, id, chosen)
    return { path: next, notice: sellingTexts[language].answerSaved }
  } catch (error) {
    if (!(error instanceof AppError) || isDatabaseUnavailable(error)) throw error
    return { path: next, notice: error.texts[language] }
  }
}

export const isTooOften = (error: unknown) =>
  error instanceof AppError && error.code === 'too_many_requests'

/** `type` is the ticket type if a purchase was refused. */
function refusalArrival(
  { language }: Caller,
  path: ScreenRef[],
  refusal: AppError,
  type?: UnitType,
): Arrival {
  const { code, details } = refusal
  const texts = ussdTexts[language]
  if (code === 'phone_limit') {
    const [left, max] = [Number(details.left), Number(details.max)]
    const { freeLimit, peopleLimit } = sellingTexts[language]
    const inPeople = (type?.sold_in ?? 1) > 1 ? peopleLimit : texts.phoneLimit
    const limit = isFree(path) ? freeLimit : inPeople
    return {
      path: whereLimited(path, left, isFree(path) ? undefined : type),
      notice: limit(left, max),
    }
  }
  if (CODE_REFUSALS.includes(code)) return refusedCode(path, language, refusal)
  if (code === 'amount_changed') return newTotal(path, texts, Number(details.amount))
  if (code === 'not_on_sale') {
    const notice = texts.typeNotYet(smsMoment(String(details.from), language))
    return { path: backToTypes(path), notice }
  }
  const isTypeOver = code === 'sales_closed' && 'ticket_type_id' in details
  if (isTypeOver) return { path: backToTypes(path), notice: texts.typeOver }
  if (code === 'too_many_requests' && isFree(path)) {
    return { path: backToTypes(path), notice: sellingTexts[language].freeLater }
  }
  // The event's screen says why: the event may be cancelled.
  if (code === 'sales_closed' && path.some(({ at }) => at === 'event')) {
    return { path: backTo(path, 'event') }
  }
  const short = NOTICES[code]
  if (short) {
    const [notice, at] = short
    const to = at === 'event' ? backToTypes(path) : backTo(path, at)
    return { path: to, notice: notice(texts, refusal.texts[language]) }
  }
  const from = path.some(({ at }) => at === 'confirm') ? 'confirm' : 'order'
  const kind = REFUSAL_SCREENS[code] ?? 'other'
  const orderId = details.order_id as string | undefined
  return { path: pushScreen(backTo(path, from), { at: 'refused', said: kind, orderId }) }
}

function isFree(path: readonly ScreenRef[]): boolean {
  const screen = path.at(-1)!
  return screen.at === 'pay' && screen.paymentMethod === 'free'
}

const CODE_REFUSALS = ['unknown_code', 'code_not_for_these', 'code_used_up']

/** The event's screen, from which the caller can go on without the code. */
function refusedCode(
  path: readonly ScreenRef[],
  language: Language,
  { code, details }: AppError,
): Arrival {
  const { wrongCode, codeForOthers, codeUsedUp, codePerPhone, codeTooSmall } =
    sellingTexts[language]
  const pay = path.at(-1)!
  const digits = pay.at === 'pay' ? (pay.promo ?? '') : ''
  const few = Number(details.left) > 0 ? codeTooSmall : codeUsedUp
  // `most` is the limit of this phone; other phones may still use the code.
  const end = 'most' in details ? codePerPhone(Number(details.most), digits) : few(digits)
  const used = code === 'code_used_up' ? end : codeForOthers
  const notice = code === 'unknown_code' ? wrongCode : used
  return { path: withoutCode(backTo(path, 'event')), notice }
}

/** The server's total counts the tickets that the caller's own open order would release. */
function newTotal(from: readonly ScreenRef[], { newPrice }: Texts, totalKes: number): Arrival {
  const path = backTo(from, 'confirm')
  const confirm = path.at(-1)!
  // The caller wanted to pay an existing order again. The order's screen offers a new order.
  if (confirm.at !== 'confirm') return { path: backTo(from, 'order'), notice: newPrice }
  return { path: endingIn(path, { ...confirm, totalKes }), notice: newPrice }
}

type UnitType = Pick<ShownType, 'sold_in' | 'min_per_order'>

/** `left` counts people, or units if no type is passed. */
function whereLimited(
  path: readonly ScreenRef[],
  left: number,
  { sold_in: soldIn = 1, min_per_order: least = 1 }: UnitType = {},
): ScreenRef[] {
  if (!path.some(({ at }) => at === 'confirm')) return backTo(path, 'order')
  return left >= soldIn * least ? backTo(path, 'quantity') : backToTypes(path)
}

/** Refusals shown as a notice above another screen. `said` is the refusal's own text. */
const NOTICES: Record<
  string,
  [notice: (texts: Texts, said: string) => string, at: ScreenRef['at']]
> = {
  few_left: [(_, said) => said, 'order'],
  sold_out: [({ refused: { soldOut } }) => soldOut, 'event'],
  all_taken: [({ typeTaken }) => typeTaken, 'event'],
  unknown_ticket_type: [({ refused: { soldOut } }) => soldOut, 'event'],
  sales_closed: [({ refused: { closed } }) => closed, 'menu'],
  event_not_found: [({ refused: { closed } }) => closed, 'menu'],
  too_few: [(_, said) => said, 'quantity'],
  needs_entry: [(_, said) => said, 'event'],
  too_many: [({ refused: { tooMany } }) => tooMany, 'quantity'],
  over_limit: [({ refused: { overLimit } }) => overLimit, 'quantity'],
  // The organizer has changed the bounds of a price that the caller chose.
  invalid_field: [({ newPrice }) => newPrice, 'price'],
  nothing_to_pay: [({ refused: { nothingToPay } }) => nothingToPay, 'event'],
}

const REFUSAL_SCREENS: Record<string, RefusalKind> = {
  payment_open: 'paymentOpen',
  too_many_unpaid: 'waitAndTry',
  too_many_unproven: 'waitAndTry',
  busy_line: 'waitAndTry',
  too_many_requests: 'tooManyPrompts',
}
