import { equal, notEqual, ok } from 'node:assert/strict'
import type { OrderReply, SettledOrder } from '../src/checkout/checkout.contract.ts'
import { linesFor, totalKes } from '../src/checkout/choice.rules.ts'
import { nextPurchase } from '../src/checkout/paying.rules.ts'
import type {
  CallNews,
  KeptPurchase,
  OrderAnswer,
  OrderCall,
  Purchase,
  PurchaseEffect,
  PurchaseEvent,
  StoredOrder,
} from '../src/checkout/purchase.rules.ts'
import type { EventReply } from '../src/events/events.contract.ts'

const types = ['terrace', 'stand'].map((id) => ({ id, name: id, price: 100, max_per_order: 9 }))
const event = {
  id: 'derby',
  title: 'Derby',
  ticket_types: types.map((type) => ({ ...type, available: 100 })),
} as EventReply

const START: Purchase = {
  step: { at: 'choosing' },
  choice: {},
  typed: { phoneNumber: '', email: '' },
  order: null,
  paying: null,
}
const SILENT: OrderAnswer = { ok: false, status: 0, code: 'network', error: '' }

const refused = (status: number, code: string): OrderAnswer => {
  return { ok: false, status, code, error: code }
}

const FATES = [
  'heard',
  'heard',
  'heard',
  'lost there',
  'lost back',
  'broken before',
  'broken after',
]

/** Pseudo-random numbers: equal seeds give equal numbers. */
function chance(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Taken = { asked: string; status: OrderReply['status']; canRetry: boolean }

/** A simulated server. It stores each accepted request, even if the response is lost. */
class Orders {
  readonly taken = new Map<string, Taken>()

  answer(call: OrderCall, isWilling: boolean): OrderAnswer {
    if (call.to === 'place') return this.place(call.order, isWilling)
    const order = this.taken.get(call.orderId)
    if (!order) return refused(404, 'order_not_found')
    if (call.to !== 'prompt') return this.reply(call.orderId)
    if (order.status === 'pending') return refused(409, 'prompt_open')
    if (order.status === '0' || order.status === 'refund_due') return refused(409, 'already_paid')
    if (!isWilling) order.canRetry = false
    if (!order.canRetry) return refused(409, 'too_late')
    order.status = 'pending'
    return this.reply(call.orderId)
  }

  private place(order: StoredOrder, isWilling: boolean): OrderAnswer {
    const asked = JSON.stringify([order.phoneNumber, order.tickets])
    const known = this.taken.get(order.orderId)
    if (known && known.asked !== asked) return refused(409, 'order_conflict')
    if (!known && !isWilling) return refused(409, 'sold_out')
    if (!known) this.taken.set(order.orderId, { asked, status: 'pending', canRetry: false })
    return this.reply(order.orderId)
  }

  private reply(orderId: string): OrderAnswer {
    const { status, canRetry } = this.taken.get(orderId)!
    const transaction = { id: orderId, event_id: 'derby', event_title: '', amount: 1, phone: '' }
    const shared = { status, order_id: orderId, message: status, transaction }
    const settled = { ...shared, rrn: '', can_retry: canRetry } as unknown as SettledOrder
    if (status !== 'pending') return { ok: true, data: settled }
    const prompt = { business: 'LANGO TICKETS', account: 'AB12CD34' }
    const number = { next_phone: null, other_phone_in: 15 }
    const waiting = { phase: 'prompted', seconds_left: 60, prompt, ...number } as const
    return { ok: true, data: { ...shared, status, ...waiting } }
  }

  /** Ends an open prompt on the phone: the prompt is paid, refused or ignored. */
  end(pick: (below: number) => number): void {
    for (const order of this.taken.values()) {
      if (order.status !== 'pending') continue
      order.status = (['0', 'failed', 'failed', 'expired', 'refund_due'] as const)[pick(5)]!
      order.canRetry = (order.status === 'failed' || order.status === 'expired') && pick(3) > 0
    }
  }
}

/**
 * Plays a random history of a purchase. The buyer presses any button, the network loses requests
 * and responses, the server accepts or refuses, and the page is reloaded at any moment. Asserts the
 * rules after each step.
 */
export class AnyPurchase {
  readonly orders = new Orders()
  /** The steps so far, reported if the history breaks a rule. */
  readonly log: string[] = []
  private readonly pick: (below: number) => number
  private purchase = START
  private kept: KeptPurchase = { order: null, paid: null, choice: null }
  private now = 0
  private ids = 0
  private out: OrderCall | null = null
  private loading: PurchaseEvent | null = null
  private late: CallNews[] = []
  private readonly seen = new Set<string>()
  private readonly refused = new Set<string>()

  constructor(seed: number) {
    this.pick = chance(seed)
    this.visit()
  }

  step(): void {
    const buyer = [this.choose, this.open, this.pay, this.pay, this.pay, this.more, this.reload]
    const world = [
      this.load,
      this.load,
      this.hear,
      this.hear,
      this.hear,
      this.hear,
      this.hearLate,
      this.end,
      this.wait,
    ]
    const acts = [...buyer, ...world]
    acts[this.pick(acts.length)]!.call(this)
    this.check()
  }

  /** Runs the network until all requests in progress have ended. */
  finish(): void {
    for (let steps = 0; this.out || this.loading; steps++) {
      ok(steps < 50, 'it comes to an end')
      this.load(true)
      this.orders.end(() => 0)
      if (this.out) this.tell(this.out, this.orders.answer(this.out, true))
      this.check()
    }
    ok(!['sending', 'waiting'].includes(this.purchase.step.at), 'nobody waits for nothing')
  }

  private dispatch(what: PurchaseEvent): PurchaseEffect[] {
    this.log.push(JSON.stringify(what).slice(0, 200))
    const moment = { now: this.now, freshId: `order-${++this.ids}` }
    const next = nextPurchase(this.purchase, what, moment)
    this.purchase = next.purchase
    for (const effect of next.effects) this.act(effect)
    return next.effects
  }

  private act(effect: PurchaseEffect): void {
    if (effect.do === 'keep') this.kept = { ...this.kept, ...effect.kept }
    if (effect.do === 'load') this.loading = effect.next
    if (effect.do === 'call') this.call(effect.call)
    if (effect.do !== 'success') return
    this.seen.add(effect.paid.orderId!)
    this.visit()
  }

  private call(call: OrderCall): void {
    equal(this.out, null, 'one call at a time')
    this.out = call
    if (call.to !== 'place' && call.to !== 'prompt') return
    const orderId = call.to === 'place' ? call.order.orderId : call.orderId
    equal(this.kept.order?.orderId, orderId, 'written down before it may charge')
    equal(this.kept.order?.retry, false, 'written down as one whose end is not known')
    ok(!this.refused.has(orderId), 'an id that was refused is not used again')
  }

  private check(): void {
    const { step, paying } = this.purchase
    const isBusy = step.at === 'sending' || step.at === 'waiting'
    equal(isBusy, paying !== null || this.loading !== null, 'busy while something is under way')
    equal(paying?.call ?? null, this.out, 'it waits for the call that is out')
    if (step.at === 'refund') this.seen.add(step.order.order_id)
    for (const [orderId, { status }] of this.orders.taken) {
      if (status === 'failed' || status === 'expired' || this.seen.has(orderId)) continue
      equal(this.kept.order?.orderId, orderId, 'one order at a time is charged, and it is known')
    }
  }

  private visit(): void {
    this.purchase = START
    this.loading = null
    this.out = null
    this.dispatch({ is: 'arrived', kept: this.kept })
  }

  private choose(): void {
    if (!['choosing', 'form'].includes(this.purchase.step.at)) return
    const ticketTypeId = types[this.pick(types.length)]!.id
    const { ticket_types } = event
    this.dispatch({ is: 'chose', types: ticket_types, ticketTypeId, quantity: this.pick(2) + 1 })
  }

  private lines() {
    const { choice, order } = this.purchase
    return linesFor(event.ticket_types, choice, order?.lines ?? null)
  }

  private open(): void {
    if (this.lines().length > 0) this.dispatch({ is: 'opened', choice: this.purchase.choice })
  }

  private pay(): void {
    const lines = this.lines()
    if (totalKes(lines) === 0) return
    const typed = { phoneNumber: ['0712345678', '0722000999'][this.pick(2)]!, email: '' }
    this.dispatch({ is: 'pay', wanted: { event, lines, typed } })
  }

  private more(): void {
    if (['paid', 'refund'].includes(this.purchase.step.at)) this.dispatch({ is: 'more' })
  }

  private load(isThere = this.pick(9) > 0): void {
    const what = this.loading
    this.loading = null
    if (what) this.dispatch(isThere ? what : { is: 'unloaded' })
  }

  private hear(): void {
    const call = this.out
    if (!call) return
    if (this.pick(4) === 0) this.dispatch({ is: 'network', call, offline: this.pick(2) > 0 })
    if (this.pick(8) === 0) this.dispatch({ is: 'busy', call, seconds: 5 })
    this.tell(call, this.fate(call))
  }

  /**
   * Draws the fate of a call: the request or the response may be lost, and the server may fail
   * before or after processing the request.
   */
  private fate(call: OrderCall): OrderAnswer {
    const fate = call.to === 'follow' ? 'heard' : FATES[this.pick(FATES.length)]!
    if (fate === 'lost there') return SILENT
    if (fate === 'broken before') return refused(503, 'unavailable')
    const answer = this.orders.answer(call, this.pick(4) > 0)
    if (fate === 'lost back') return SILENT
    return fate === 'broken after' ? refused(503, 'unavailable') : answer
  }

  private tell(call: OrderCall, answer: OrderAnswer): void {
    if (call.to === 'follow' && answer.ok && answer.data.status === 'pending') {
      this.dispatch({ is: 'pending', call, order: answer.data })
      return
    }
    this.out = null
    if (call.to === 'place' && !answer.ok) {
      notEqual(answer.code, 'order_conflict', 'one id is never asked for with another purchase')
      if (answer.status > 0 && answer.status < 500) this.refused.add(call.order.orderId)
    }
    const news = { is: 'answered', call, answer } as const
    this.dispatch(news)
    this.late.push(news)
  }

  private hearLate(): void {
    const news = this.late.pop()
    if (!news) return
    const before = this.purchase
    equal(this.dispatch(news).length, 0, 'a late answer asks for nothing')
    equal(this.purchase, before, 'a late answer changes nothing')
  }

  private end(): void {
    this.orders.end(this.pick)
  }

  private wait(): void {
    this.now += this.pick(3) * 60_000
  }

  /**
   * Reloads the page. Requests sent before the reload may still reach the server, but their
   * responses are lost.
   */
  private reload(): void {
    const call = this.out
    if (call) this.late.push({ is: 'answered', call, answer: this.fate(call) })
    this.visit()
  }
}
