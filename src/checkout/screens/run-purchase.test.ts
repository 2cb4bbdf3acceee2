import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import type { OrderReply } from '../checkout.contract.ts'
import { linesFor } from '../choice.rules.ts'
import type { PaymentTyped, Purchase, StoredOrder } from '../purchase.rules.ts'
import { readPurchase, storedOrders } from './kept-purchase.ts'
import { paying } from './paying.ts'
import { type PageEffect, runPurchase } from './run-purchase.ts'

const PHONE = '0712345678'
const event = {
  id: 'e',
  title: 'Derby',
  ticket_types: [{ id: 't', name: 'Terrace', price: 100, max_per_order: 9, available: 9 }],
} as EventReply
const start: Purchase = {
  step: { at: 'choosing' },
  choice: {},
  typed: { phoneNumber: '', email: '' },
  order: null,
  paying: null,
}
const transaction = { event_title: 'Derby', amount: 100, phone: '07•• ••• 678', tickets: [] }
const pending = { status: 'pending', phase: 'prompted', seconds_left: 60, transaction }
const paid = { status: '0', message: 'Paid', rrn: 'R', transaction }
const failed = { status: 'failed', message: 'Cancelled', can_retry: true }
const unknown = { status: 404, error: 'No order', code: 'order_not_found' }
const LOST = Array<null>(5).fill(null)

let calls: { call: string; body: Record<string, unknown> | null }[]
/** For each call, the ids of the orders that were stored at that time. */
let kept: string[][]
/** The server's responses. If null or empty, the server does not respond. */
let answers: (object | null)[]
let shown: Purchase[]
let done: PageEffect[]

function storage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
}

beforeEach(() => {
  ;[calls, kept, answers, shown, done] = [[], [], [], [], []]
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('window', { localStorage: storage(), sessionStorage: storage() })
  const history = { state: null, replaceState: (state: null) => Object.assign(history, { state }) }
  vi.stubGlobal('history', history)
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = init.body ? JSON.parse(String(init.body)) : null
    calls.push({ call: `${init.method ?? 'GET'} ${path}`, body })
    kept.push(storedOrders().map(({ orderId }) => orderId))
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    const status = 'status' in answer && typeof answer.status === 'number' ? answer.status : 200
    const [, id] = /orders\/([^/?]+)/.exec(path) ?? []
    return new Response(JSON.stringify({ order_id: id ?? body?.orderId, ...answer }), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The event page, with the actions of a buyer. */
function openPage(loadPaying = async () => paying) {
  let purchase = start
  const show = (now: Purchase) => {
    purchase = now
    shown.push(now)
  }
  const { dispatch, open } = runPurchase({ eventId: 'e', start, show, loadPaying })
  const { ticket_types: types } = event
  const choose = (quantity: number) => dispatch({ is: 'chose', types, ticketTypeId: 't', quantity })
  const leave = open((effect) => done.push(effect))
  const press = (phoneNumber = PHONE, email = '') => {
    const lines = linesFor(types, purchase.choice, purchase.order?.lines ?? null)
    dispatch({ is: 'opened', choice: purchase.choice })
    dispatch({ is: 'pay', wanted: { event, lines, typed: { phoneNumber, email } } })
  }
  return {
    choose,
    leave,
    now: () => purchase,
    press,
    async pay(phoneNumber = PHONE, ...answering: (object | null)[]) {
      await this.payAs({ phoneNumber, email: '' }, ...answering)
    },
    async payAs({ phoneNumber, email }: PaymentTyped, ...answering: (object | null)[]) {
      answers = answering
      calls = []
      press(phoneNumber, email)
      await vi.runAllTimersAsync()
    },
  }
}

/** Opens an event page whose order was sent five times without a response. */
async function loseAnswer() {
  const page = openPage()
  page.choose(1)
  await page.pay(PHONE, ...LOST)
  const [stored] = storedOrders()
  expect(page.now()).toMatchObject({
    step: { at: 'form', problem: 'Payment failed. Please try again.' },
    order: stored,
  })
  shown = []
  return { page, stored: stored!, id: stored!.orderId }
}

const placed = () => calls.filter(({ call }) => call === 'POST /api/functions/mpesa')
const called = () => calls.map(({ call }) => call)
const paidFor = () => done.flatMap((effect) => (effect.do === 'success' ? effect.paid.orderId : []))

it('an order is stored before it is requested', async () => {
  const page = openPage()
  page.choose(1)
  await page.pay(PHONE, pending, paid)
  expect(kept[0]).toEqual([placed()[0]!.body!.orderId])
})

/** The next long poll after a page has shown a prompt. */
const heardOf = (id: string) => `GET /api/orders/${id}?wait=25&seen=prompted`

describe('after a lost order response', () => {
  it('the same purchase is requested under the same order id', async () => {
    const { page, id } = await loseAnswer()
    await page.pay('0712 345 678', paid)
    expect(placed().map(({ body }) => body!.orderId)).toEqual([id])
    expect(paidFor()).toEqual([id])
    expect(readPurchase('e')).toMatchObject({ order: null, paid: { orderId: id } })
  })

  it.each([
    ['other tickets', 3, PHONE],
    ['another phone', 1, '0722000999'],
  ])('a buyer with %s sees the first order while it is pending', async (_what, many, phone) => {
    const { page, stored, id } = await loseAnswer()
    page.choose(many)
    await page.pay(phone, pending, failed)
    expect(called()).toEqual([`GET /api/orders/${id}`, heardOf(id)])
    const waiting = shown.find(({ step }) => step.at === 'waiting')
    const typed = { phoneNumber: PHONE, email: '' }
    expect(waiting).toMatchObject({ choice: { t: 1 }, typed, order: stored })
    expect(page.now().step).toEqual({ at: 'form', problem: 'Cancelled' })
    expect(storedOrders()).toEqual([{ ...stored, retry: true }])
  })

  it('a buyer who changed the tickets gets the tickets of the first order if it was paid meanwhile', async () => {
    const { page, id } = await loseAnswer()
    page.choose(3)
    await page.pay(PHONE, paid)
    expect(called()).toEqual([`GET /api/orders/${id}`])
    expect([paidFor(), storedOrders()]).toEqual([[id], []])
  })

  it.each([
    ['unknown', unknown],
    ['failed', failed],
    ['expired', { ...failed, status: 'expired', can_retry: false }],
  ])('other tickets get a new order if the first is %s', async (_state, answer) => {
    const { page, id } = await loseAnswer()
    page.choose(3)
    await page.pay(PHONE, answer, paid)
    expect(placed()).toMatchObject([{ body: { amount: 300 } }])
    const { orderId } = placed()[0]!.body!
    expect(orderId).not.toBe(id)
    expect(shown.find(({ order }) => order?.orderId === orderId)).toBeDefined()
    expect(paidFor()).toEqual([orderId])
  })

  it('a buyer who changed the phone gets one more prompt for the same order if it failed', async () => {
    const { page, id } = await loseAnswer()
    const phoneNumber = '0722000999'
    await page.pay(phoneNumber, failed, failed)
    expect(calls[1]).toEqual({
      call: `POST /api/orders/${id}/prompts`,
      body: { phoneNumber, email: null, replaces: expect.arrayContaining([id]) },
    })
    expect(storedOrders()).toMatchObject([{ orderId: id, phoneNumber, amount: 100 }])
  })

  it('a buyer who changed the tickets keeps the first order stored if the server still does not respond', async () => {
    const { page, stored } = await loseAnswer()
    page.choose(3)
    await page.pay(PHONE, ...LOST)
    expect(storedOrders()).toEqual([stored])
    expect(placed()).toEqual([])
  })
})

describe('a request for another prompt', () => {
  async function pressAgain(...answering: (object | null)[]) {
    const page = openPage()
    page.choose(1)
    await page.pay(PHONE, pending, failed)
    const [{ orderId: id }] = storedOrders() as [StoredOrder]
    await page.pay(PHONE, ...answering)
    return { page, id }
  }

  it('is never sent twice: a lost response is followed by a read of the order', async () => {
    const { id } = await pressAgain(null, pending, paid)
    expect(called()).toEqual([
      `POST /api/orders/${id}/prompts`,
      `GET /api/orders/${id}`,
      heardOf(id),
    ])
    expect(paidFor()).toEqual([id])
  })

  // spec: failed-email
  it('carries a corrected email, which is stored and shown once the order is paid', async () => {
    const page = openPage()
    page.choose(1)
    await page.payAs({ phoneNumber: PHONE, email: 'asah@example.com' }, pending, failed)
    const [{ orderId }] = storedOrders() as [StoredOrder]
    const corrected = { phoneNumber: PHONE, email: 'asha@example.com' }
    await page.payAs(corrected, pending, paid)
    const body = { ...corrected, replaces: expect.arrayContaining([orderId]) }
    expect(calls[0]).toEqual({ call: `POST /api/orders/${orderId}/prompts`, body })
    expect(done.at(-1)).toMatchObject({ do: 'success', paid: { email: 'asha@example.com' } })
  })

  it('finds an order paid by an earlier prompt', async () => {
    const { id } = await pressAgain({ status: 409, error: 'Paid', code: 'already_paid' }, paid)
    expect(paidFor()).toEqual([id])
  })

  it('stays refused while another order has the open prompt', async () => {
    const refusal = { status: 409, error: 'Open', code: 'prompt_open' }
    const { page, id } = await pressAgain(refusal, failed)
    expect(page.now().step).toMatchObject({ at: 'form', problem: 'Open' })
    expect(storedOrders()).toMatchObject([{ orderId: id, retry: true }])
  })

  it('places a new order if the old order is too old', async () => {
    const { id } = await pressAgain({ status: 409, error: 'Old', code: 'too_late' }, pending, paid)
    const { orderId } = placed()[0]!.body!
    expect(orderId).not.toBe(id)
    expect(paidFor()).toEqual([orderId])
  })
})

describe('the event page', () => {
  it('resumes its stored order, follows it to its end and stores that it is paid', async () => {
    const { page, id } = await loseAnswer()
    page.leave()
    calls = []
    answers = [pending, paid]
    const back = openPage()
    expect(back.now().step.at).toBe('sending')
    await vi.runAllTimersAsync()
    expect(called()).toEqual([`GET /api/orders/${id}?wait=0`, heardOf(id)])
    expect(paidFor()).toEqual([id])
    expect(openPage().now().step).toMatchObject({ at: 'paid', paid: { orderId: id } })
  })

  it('ignores a late answer after the buyer has left', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const call: typeof paying.call = async function* (call) {
      await held
      yield { is: 'answered', call, answer: { ok: true, data: paid as unknown as OrderReply } }
    }
    const page = openPage(async () => ({ ...paying, call }))
    page.choose(1)
    await page.pay()
    page.leave()
    const [before, kept] = [page.now(), readPurchase('e')]
    expect(kept.order).not.toBeNull()
    answer()
    await vi.runAllTimersAsync()
    expect([page.now(), done]).toEqual([before, []])
    page.choose(2)
    expect(readPurchase('e')).toEqual(kept)
  })

  it('aborts its open call when the buyer leaves', async () => {
    const page = openPage()
    page.choose(1)
    let isEnded = false
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => {
        signal!.addEventListener('abort', () => {
          isEnded = true
          reject(signal!.reason)
        })
      })
    })
    page.press()
    await vi.advanceTimersByTimeAsync(1)
    expect(isEnded).toBe(false)
    page.leave()
    expect(isEnded).toBe(true)
    expect(page.now().step.at).toBe('sending')
  })

  it('reports a payment script that fails to load, stores nothing and retries on the next press', async () => {
    const load = vi.fn(async () => paying).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const page = openPage(load)
    page.choose(1)
    await vi.runAllTimersAsync()
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await page.pay(PHONE, paid)
    const problem = 'Payment failed. Please try again.'
    expect(page.now().step).toEqual({ at: 'form', problem })
    expect([calls, storedOrders()]).toEqual([[], []])
    await page.pay(PHONE, paid)
    expect(paidFor()).toHaveLength(1)
  })

  it('reads the stored choice before it stores a choice made during loading', () => {
    history.replaceState({ usr: { choice: { t: 2 } } }, '')
    const parts = { eventId: 'e', start, show: () => {}, loadPaying: async () => paying }
    const { dispatch, open } = runPurchase(parts)
    const { ticket_types: types } = event
    dispatch({ is: 'chose', types, ticketTypeId: 't', quantity: 1 })
    open(() => {})
    expect(readPurchase('e').choice).toEqual({ t: 2 })
  })
})
