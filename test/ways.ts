// The ways to buy, each over HTTP as its client does: the page's script, the page's form, a USSD
// gateway, M-Pesa's paybill and a gate phone.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { doorPrice } from '../src/checkin/gate/engine/door-price.ts'
import { atChosenPrices, termPrices } from '../src/checkout/buyer-terms.rules.ts'
import { linesFor, priceField, quantityField, totalKes } from '../src/checkout/choice.rules.ts'
import { chosenField } from '../src/checkout/chosen-price.rules.ts'
import { toPurchaseRequest } from '../src/checkout/purchase-request.rules.ts'
import { pricesAt, typesAt, writtenAt } from '../src/checkout/sale-prices.rules.ts'
import type { EventReply } from '../src/events/events.contract.ts'
import { type BuiltEvent, newPhone } from './build.ts'
import { dialCodeOf, makeDialler } from './dialler.ts'
import type { Account } from './gate.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi, readReply, requestOrder } from './http.ts'
import { confirmByHand, readCode, validate } from './paybill.ts'
import { latestPrompt, newReceipt, pay } from './purchase.ts'
import type { Stage } from './stage.ts'

/** A wish for tickets of the event's first type. */
type Wish = {
  stage: Stage
  organizer: Account
  event: BuiltEvent
  /** In units. */
  quantity: number
  /** Whether the buyer wants the event's add-on, which is its second type. */
  isAddOn?: boolean
  /** The buyer's phone, if it has tickets of the event. */
  phone?: string
  code?: string
  /** The price of one ticket, in shillings, if the buyer chooses it. */
  chosen?: number
  /** Takes the tickets for free. */
  free?: boolean
}

/** `shownKes` is the total that the buyer reads before paying. */
type Placed = { orderId: string; shownKes: number }
/** The code of a refusal, such as 'not_on_sale'. */
type Refused = { refused: string }

export type Way = {
  place: (wish: Wish) => Promise<Placed | Refused>
  /** Pays the total that was shown. */
  pay: (stage: Stage, placed: Placed) => Promise<void>
}

const typeIn = ({ event, isAddOn }: Pick<Wish, 'event' | 'isAddOn'>) =>
  event.types[isAddOn ? 1 : 0]!

const kesIn = (text: string, pattern: RegExp) =>
  Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)

async function payPrompt(stage: Stage, { shownKes }: Placed): Promise<void> {
  await stage.hurry()
  const prompt = await latestPrompt(stage)
  expect(prompt.push.amountCents).toBe(shownKes * 100)
  await pay(stage, { ...prompt, amount: shownKes }, newReceipt())
}

const readEvent = async ({ stage, event, code }: Wish): Promise<EventReply> =>
  (await callApi(stage, `/api/events/${event.id}${code ? `?code=${code}` : ''}`)).body

/** The request of the page's script, with the total that the page shows. */
async function requestByScript(wish: Wish, way?: 'paybill') {
  const event = await readEvent(wish)
  const now = writtenAt(event)
  const { id } = typeIn(wish)
  const chosen = { [id]: String(wish.chosen) }
  const types = atChosenPrices(typesAt(event.ticket_types, null, now), chosen)
  const priceOf = termPrices(pricesAt(now), { promo: event.promo, now })
  const lines = linesFor(types, { [id]: wish.quantity }, null, priceOf)
  const payBy = wish.free ? ('free' as const) : way
  const typed = { phoneNumber: wish.phone ?? newPhone(), email: '', ...(payBy && { payBy }) }
  const { eventTitle: _, lines: _lines, ...request } = toPurchaseRequest({ event, lines, typed })
  const orderId = randomUUID()
  return { request: { orderId, ...request }, shownKes: totalKes(lines) }
}

const byScript = (payBy?: 'paybill') => async (wish: Wish) => {
  const { request, shownKes } = await requestByScript(wish, payBy)
  const proven = wish.free ? { ...request, ...(await proofFor(wish.stage, request)) } : request
  const { status, body } = readReply(await requestOrder(wish.stage, proven))
  return status === 202 ? { orderId: request.orderId, shownKes } : { refused: String(body.code) }
}

/** Requests a code for the phone of a free order, and reads the code from the SMS. */
async function proofFor(stage: Stage, request: { phoneNumber: string }) {
  const { status, body } = readReply(await requestOrder(stage, request))
  expect([status, body.status]).toEqual([202, 'code'])
  return { proof: await readProof(stage, request.phoneNumber) }
}

async function readProof(stage: Stage, phone: string): Promise<string> {
  await stage.runJobs()
  return /\d{6}/.exec(stage.textsTo(phone).at(-1)!)![0]
}

const HIDDEN = /<input type="hidden" name="([^"]+)" value="([^"]*)"/g
const NOT_ON_SALE = /not on sale yet|on sale from/i
const CLOSED = /sales have ended|no longer on sale/i

/** The code of a refusal that a screen says in words. */
function refusedBy(text: string): Refused {
  if (NOT_ON_SALE.test(text)) return { refused: 'not_on_sale' }
  return { refused: CLOSED.test(text) ? 'sales_closed' : text }
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/<[^>]+>/g, ' ')

/** The hidden fields of a page's form. Empty if the page sells nothing. */
function readFields(html: string): URLSearchParams {
  const form = /<form[^>]* method="post"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  return new URLSearchParams([...form.matchAll(HIDDEN)].map(([, name, value]) => [name!, value!]))
}

type Form = { url: string; html: string; fields: URLSearchParams }

/** Opens the event's page with this quantity chosen. `cookie` is from the buyer's last order. */
export async function fillForm(
  { app }: Pick<Stage, 'app'>,
  event: BuiltEvent,
  quantity: number,
  wish: { cookie?: string } & Pick<Wish, 'code' | 'chosen' | 'isAddOn'> = {},
): Promise<Form> {
  const { cookie = '', code, chosen } = wish
  const types = wish.isAddOn === undefined ? event.types : [typeIn({ event, ...wish })]
  const choice = types.flatMap(({ id }) => [
    `${quantityField(id)}=${quantity}`,
    ...(chosen === undefined ? [] : [`${chosenField(id)}=${chosen}`]),
  ])
  const url = `/event/${event.id}?${[...choice, ...(code ? [`code=${code}`] : [])].join('&')}`
  const { body: html } = await app.inject({ url, headers: { cookie } })
  return { url, html, fields: readFields(html) }
}

export function postForm({ app }: Pick<Stage, 'app'>, { url, fields }: Form, cookie = '') {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    payload: fields.toString(),
  })
}

async function placeByForm(wish: Wish): Promise<Placed | Refused> {
  const { stage, event, quantity } = wish
  const form = await fillForm(stage, event, quantity, wish)
  const { fields } = form
  if (fields.size === 0) {
    // A page that sells nothing has no form. Fills in the form as an earlier page had it.
    fields.set(quantityField(event.types[0]!.id), String(quantity))
    fields.set(priceField(event.types[0]!.id), '1000')
    fields.set('orderId', randomUUID())
  }
  const phone = wish.phone ?? newPhone()
  fields.set('phoneNumber', phone)
  let answer = await postForm(stage, form)
  if (wish.free) {
    const asked = readFields(answer.body)
    for (const [name, value] of asked) fields.set(name, value)
    fields.set('proof', await readProof(stage, phone))
    answer = await postForm(stage, form)
  }
  if (answer.statusCode !== 303) return refusedBy(wordsOf(answer.body))
  const shownKes = kesIn(wordsOf(form.html), /Total\s+KES\s([\d,]+)/)
  return { orderId: fields.get('orderId')!, shownKes }
}

/** The digits of the promo code, which callers type instead of the code. */
async function digitsOf({ stage, event, code }: Wish): Promise<string> {
  const codes = stage.db.selectFrom('promo_code').select('digits').where('event_id', '=', event.id)
  return (await codes.where('code', '=', code!).executeTakeFirstOrThrow()).digits
}

/** How the event's screen refuses a promo code, as an error code. Null if it does not. */
const codeRefusedBy = ({ screen }: { screen: string }): Refused | null => {
  if (screen.startsWith('This code is not valid here')) return { refused: 'unknown_code' }
  return /^Code \d+ has been used up/.test(screen) ? { refused: 'code_used_up' } : null
}

async function placeByUssd(wish: Wish): Promise<Placed | Refused> {
  const { stage, event, quantity, code, chosen } = wish
  const dialler = makeDialler(stage, wish.phone)
  await dialler.dial(await dialCodeOf(stage, event.id))
  const refused =
    code === undefined ? null : codeRefusedBy(await dialler.type(await digitsOf(wish)))
  if (refused) return refused
  if (wish.isAddOn) await dialler.type('2')
  const asked = await dialler.type('1')
  if (!asked.screen.includes('How many?')) return refusedBy(asked.screen)
  let total = await dialler.type(String(quantity))
  if (code !== undefined && total.screen.startsWith('At most ')) return { refused: 'code_used_up' }
  if (chosen !== undefined) total = await dialler.type(String(chosen))
  const isFree = /^Get \d+ free /.test(total.screen)
  const shownKes = isFree ? 0 : kesIn(total.screen, /Total KES ([\d,]+)/)
  const paying = await dialler.type('1')
  if (paying.isOpen) return { refused: paying.screen }
  const order = stage.db
    .selectFrom('order')
    .select('id')
    .where('phone', '=', dialler.phone)
    .orderBy('created_at', 'desc')
  return { orderId: (await order.executeTakeFirstOrThrow()).id, shownKes }
}

async function payByHand(stage: Stage, { orderId, shownKes: amount }: Placed): Promise<void> {
  const account = await readCode(stage, orderId)
  const refused = await validate(stage, { account, amount: amount + 1 })
  expect(refused).not.toBe('0')
  expect(await validate(stage, { account, amount })).toBe('0')
  await confirmByHand(stage, { account, amount })
  await stage.runJobs()
}

async function placeAtDoor(wish: Wish): Promise<Placed | Refused> {
  const { stage, quantity, code, chosen } = wish
  const phone = await pairPhone(wish, { may_sell: true })
  const list = await phone.list()
  const { id } = typeIn(wish)
  const type = [...list.event.types, ...(list.event.extras ?? [])].find((one) => one.id === id)!
  const orderId = randomUUID()
  const sale = {
    ...{ ticket_type_id: type.id, quantity, phone: wish.phone ?? newPhone(), nonce: orderId },
    method: wish.free ? 'free' : 'cash',
    ...(chosen !== undefined && { price: chosen }),
    ...(code !== undefined && { promo_code: code }),
  }
  const { headers } = phone
  const sell = (payload: object) =>
    callApi(stage, { method: 'POST', url: '/api/gate/sales', headers, payload })
  // Only the server knows the sum with a code.
  const asked = code === undefined ? null : (await sell(sale)).body
  if (asked && asked.code !== 'amount_changed') return { refused: String(asked.code) }
  const listed = doorPrice(type, quantity, Date.parse(list.server_time), chosen)
  const shownKes = asked ? Number(asked.amount) : listed.amount
  const { status, body } = await sell({ ...sale, amount: shownKes })
  return status === 200 ? { orderId, shownKes } : { refused: String(body.code) }
}

export const WAYS: Record<string, Way> = {
  'the web': { place: byScript(), pay: payPrompt },
  'the web without script': { place: placeByForm, pay: payPrompt },
  USSD: { place: placeByUssd, pay: payPrompt },
  paybill: { place: byScript('paybill'), pay: payByHand },
  // Cash is in the steward's hand before the sale is sent.
  'the door': { place: placeAtDoor, pay: async () => {} },
}
