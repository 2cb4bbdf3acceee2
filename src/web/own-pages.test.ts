// Tests pages that contain one visitor's data, and their forms.
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, buildSeller, newPhone } from '../../test/build.ts'
import { makeEditor } from '../../test/event-form.ts'
import { fail, newReceipt, pay, prompted, readOrder } from '../../test/purchase.ts'
import { sendRaw } from '../../test/raw-http.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'
import { writeChoice } from '../checkout/choice.rules.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }
const MISSES = 2

let event: BuiltEvent
/** The redirect that the contact page's action returns, set by a test. */
let redirection: Response | null = null

const stage = keepStage({ LIMIT_MISS_PER_ADDRESS: String(MISSES), TRUST_PROXY: 'yes' })
beforeAll(async () => {
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    {
      render: async (...args) => redirection ?? (await render(...args)),
      methodsAt,
      assets: async () => NO_FILES,
      files: [],
    },
  )
  event = await buildEvent(stage.db)
})

const get = (url: string) => stage.app.inject({ method: 'GET', url })

const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  stage.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })

async function buyTicket() {
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const [ticket] = (await readOrder(stage, order.orderId)).body.transaction.tickets
  return { orderId: order.orderId, receipt, number: ticket.ticket_number as string }
}

const choice = () => writeChoice({ [event.types[0]!.id]: 1 })

// spec: event-preview-link, price-step-line
test('the page of a preview link has the price lines of the public page', async () => {
  const steps = [{ name: 'Early bird', price: 300, quantity: 3 }]
  const draft = await buildEvent(stage.db, { types: [{ price: 500, steps }] })
  const admin = await makeEditor(stage, 'admin')
  const made = await admin.call('POST', `/api/events/${draft.id}/preview_links`)
  const { body } = await get(new URL(made.body.url).pathname)
  const text = body.replaceAll(/<!--.*?-->/g, '')
  for (const shown of ['KES 300', 'Early bird</b>', '3 left', 'then KES 500']) {
    expect(text).toContain(shown)
  }
})

// spec: basket-never-changed
test('without script, too, the basket stays, and the button buys the tickets that are left', async () => {
  const few = await buildEvent(stage.db, { types: [{ price: 1000, capacity: 3 }] })
  const typeId = few.types[0]!.id
  await stage.db.updateTable('ticket_type').set({ held: 2 }).where('id', '=', typeId).execute()
  const { body } = await get(`/event/${few.id}?${writeChoice({ [typeId]: 3 })}`)
  const words = body.replace(/<[^>]+>/g, '')
  expect(words).toMatch(/3 × Type 0\s*KES\s3,000/)
  expect(words).toContain('Only 1 of 3 is left')
  expect(words).toMatch(/Take 1 ·\s+KES\s1,000/)
  expect(body).toContain(`type="hidden" name="q_${typeId}" value="1"`)
  const form = { phoneNumber: newPhone(), [`q_${typeId}`]: '3', [`p_${typeId}`]: '1000' }
  const refused = await post(`/event/${few.id}`, form)
  expect(refused.statusCode).toBe(409)
  expect(refused.body).toContain('Only 1 of 3 is left<')
  expect(refused.body).not.toContain('Only 1 of 3 is left.<')
})

// spec: payment-form-error-ticket, payment-view-ticket-error
test('an event without ticket types says so in the payment view; its page names the gate', async () => {
  const bare = await buildEvent(stage.db, { types: [] })
  const url = `/event/${bare.id}`
  const words = 'Error: Ticket information is not available.'
  const page = (await get(url)).body
  expect(page).toContain('Tickets at the gate')
  expect(page).not.toContain(words)
  const form = { phoneNumber: newPhone(), [`q_${event.types[0]!.id}`]: '1' }
  const sent = (await post(url, form)).body
  expect(sent).toContain(words)
  expect(sent).not.toContain('name="phoneNumber"')
})

describe('no shared cache may store', () => {
  test('the payment page of an order, unpaid or paid', async () => {
    const { orderId } = await prompted(stage, event)
    const paid = await buyTicket()
    for (const url of [`/pay/${orderId}`, `/pay/${paid.orderId}?again=1`]) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('the success page and a ticket page', async () => {
    const { orderId, number } = await buyTicket()
    for (const url of [`/success?order=${orderId}`, `/t/${number}`]) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(number)
      expect(answer.headers['cache-control']).toMatch(/^(private|no-store)\b/)
    }
  })

  test('an event page with chosen tickets, which contains an order id, or with typed input', async () => {
    const typed = { ...Object.fromEntries(new URLSearchParams(choice())), phoneNumber: '0799' }
    const answers = [
      [/"orderId":"[0-9a-f]/, await get(`/event/${event.id}?${choice()}`)],
      [/0799/, await post(`/event/${event.id}`, typed)],
    ] as const
    for (const [own, { body, headers }] of answers) {
      expect(body).toMatch(own)
      expect(headers['cache-control']).toMatch(/^private\b/)
    }
  })

  test('a page that is not on the list of shared pages', async () => {
    const { orderId } = await prompted(stage, event)
    const own = ['/nothing', '/my-ticket', '/success', '/newsletter/unsubscribe/x']
    const office = ['/organizer', '/organizer/dashboard', '/organizer/signin']
    for (const url of [...own, ...office, `/pay/${orderId}`, `/pay/${orderId}/`, '//help/x']) {
      // Requests the page twice, because a cache could have stored it after the first request.
      await get(url)
      expect((await get(url)).headers['cache-control'], url).toMatch(/^(private|no-store)\b/)
    }
  })
})

test('an IP address that guessed too many numbers gets 429 for misses, but still opens its own ticket', async () => {
  const { number } = await buyTicket()
  const headers = { 'x-forwarded-for': '41.90.64.9' }
  const open = (ticket: string) => stage.app.inject({ url: `/t/${ticket}`, headers })
  const statuses: number[] = []
  for (let misses = 0; misses < MISSES; misses++) {
    statuses.push((await open('0000000000000000')).statusCode)
  }
  const refused = await open('0000000000000000')
  expect([...statuses, refused.statusCode]).toEqual([404, 404, 429])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await open(number)).statusCode).toBe(200)
})

// spec: sent-ticket-stays
describe('the page of a ticket that a friend sent', () => {
  const button = '>Keep this ticket<'
  const sent = async () => {
    const [number] = await sendOn(stage, (await buyTicket()).number, { phone: newPhone() })
    return number!
  }
  const openedAt = async (number: string) => {
    const ticket = stage.db.selectFrom('ticket').select('opened_at').where('number', '=', number)
    return (await ticket.executeTakeFirstOrThrow()).opened_at
  }

  test('is not opened by a program that loads the page, whatever it calls itself', async () => {
    const number = await sent()
    for (const agent of ['WhatsApp/2.23.20.0 A', 'Mozilla/5.0 (Linux; Android 13) Chrome/120']) {
      const headers = { 'user-agent': agent }
      const page = await stage.app.inject({ url: `/t/${number}`, headers })
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(button)])
    }
    expect((await stage.app.inject({ method: 'HEAD', url: `/t/${number}` })).statusCode).toBe(200)
    expect(await openedAt(number)).toBeNull()
  })

  test('has a button, which without script keeps the ticket, and is gone then', async () => {
    const number = await sent()
    const kept = await post(`/t/${number}`, { keep: number })
    expect([kept.statusCode, kept.headers.location]).toEqual([303, `/t/${number}`])
    expect(await openedAt(number)).not.toBeNull()
    expect((await get(`/t/${number}`)).body).not.toContain(button)
    expect((await get(`/t/${(await buyTicket()).number}`)).body).not.toContain(button)
  })

  test('is kept by a check of the number, with and without script', async () => {
    const number = await sent()
    const { body } = await post('/genuine', { number })
    expect(body).toContain('Did this number come by SMS to your own phone?')
    expect(await openedAt(number)).not.toBeNull()
  })
})

describe('a form', () => {
  test('gets 303, for every redirect that its action returns', async () => {
    const { orderId } = await prompted(stage, event)
    const again = await post(`/pay/${orderId}`, { phoneNumber: newPhone() })
    expect([again.statusCode, again.headers.location]).toEqual([303, `/pay/${orderId}`])
    for (const status of [301, 302, 307, 308]) {
      redirection = new Response(null, { status, headers: { location: '/help' } })
      const answer = await post('/contact', {})
      redirection = null
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/help'])
    }
  })

  // spec: my-data-page
  test('of the data page gets a copy and an erasure by the code of the phone', async () => {
    const order = await prompted(stage, event)
    const { phone } = order.push
    const first = await post('/my-data', { phone, step: 'phone' })
    expect(first.body).toContain('name="code"')
    await stage.runJobs()
    const code = stage.textsTo(phone).at(-1)!.slice(0, 6)
    const form = { phone, step: 'code', code }
    const copy = await post('/my-data', { ...form, wish: 'copy' })
    expect(copy.headers['cache-control']).toBe('no-store')
    const [, file] = /href="data:application\/json;charset=utf-8,([^"]+)"/.exec(copy.body)!
    expect(JSON.parse(decodeURIComponent(file!))).toMatchObject({
      phone,
      orders: [{ code: order.push.accountReference }],
    })
    const refused = await post('/my-data', { ...form, wish: 'erase' })
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      expect.stringContaining('Nothing was erased: an order with this number is open'),
    ])
    const wrong = await post('/my-data', { ...form, code: '12345' })
    expect([wrong.statusCode, wrong.body]).toEqual([
      422,
      expect.stringContaining('Wrong or expired code'),
    ])
    const none = await post('/my-data', { phone: '12', step: 'phone' })
    expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('aria-invalid')])
  })

  // spec: seller-own-figures
  test("of the sellers' page shows own sales by the code of the phone", async () => {
    const { phone } = await buildSeller(stage.db, event, { percent: 5 })
    const first = await post('/my-sales', { phone, step: 'phone' })
    expect(first.body).toContain('name="code"')
    await stage.runJobs()
    const code = stage.textsTo(phone).at(-1)!.slice(0, 6)
    const shown = await post('/my-sales', { phone, step: 'code', code })
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.body).toContain('Your commission')
    expect(shown.body).toContain('5% of what the organizer receives')
    const wrong = await post('/my-sales', { phone, step: 'code', code: '12345' })
    expect([wrong.statusCode, wrong.body]).toEqual([
      422,
      expect.stringContaining('Wrong or expired code'),
    ])
    const none = await post('/my-sales', { phone: '12', step: 'phone' })
    expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('aria-invalid')])
  })

  test('of a purchase sends the ids of this browser’s orders, so that another choice replaces its own order only', async () => {
    const phoneNumber = newPhone()
    const [{ id, price }] = event.types as [{ id: string; price: number }]
    const buy = (quantity: number, headers = {}) =>
      post(
        `/event/${event.id}`,
        { phoneNumber, [`q_${id}`]: String(quantity), [`p_${id}`]: String(price) },
        headers,
      )
    const first = await buy(1)
    expect(first.statusCode).toBe(303)
    expect(first.cookies).toMatchObject([
      { name: 'lango_placed', path: '/', httpOnly: true, sameSite: 'Strict', maxAge: 3600 },
    ])
    const cookie = `other=1; lango_placed=${first.cookies[0]!.value}`
    expect((await buy(2)).statusCode).toBe(409)
    const second = await buy(2, { cookie })
    expect(second.statusCode).toBe(303)
    const [, orderId] = /pay\/(.*)/.exec(String(first.headers.location))!
    expect((await readOrder(stage, orderId!)).body).toMatchObject({ result_code: 'replaced' })
    const both = `lango_placed=${second.cookies[0]!.value}`
    const again = await post(`/pay/${orderId}`, {}, { cookie: both })
    expect([again.statusCode, again.headers.location]).toEqual([303, `/pay/${orderId}`])
  })

  // spec: own-order-offered
  test('of another prompt or number leads to the own order that is being paid on that phone', async () => {
    const open = await prompted(stage, event)
    const other = await prompted(stage, event)
    const form = { phoneNumber: open.phoneNumber }
    const cookie = `lango_placed=${open.orderId}`
    const link = new RegExp(`href="/pay/${open.orderId}"[^>]*>Continue your order<`)
    const number = `/pay/${other.orderId}?number`
    expect((await post(number, form, { cookie })).body).toMatch(link)
    expect((await post(number, form)).body).not.toMatch(link)
    await fail(stage, other, 1032)
    const again = await post(`/pay/${other.orderId}`, form, { cookie })
    expect(again.statusCode).toBe(409)
    expect(again.body).toMatch(link)
    expect((await post(`/pay/${other.orderId}`, form)).body).not.toMatch(link)
  })

  test('counts towards the limit of the visitor’s IP address and of no other', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const miss = async (address: string) =>
      (await post('/my-ticket', { reference: 'ZZZZZZZZZZ' }, from(address))).statusCode
    const answers: number[] = []
    for (let misses = 0; misses <= MISSES; misses++) answers.push(await miss('41.90.64.7'))
    expect(answers).toEqual([404, 404, 429])
    expect(await miss('41.90.64.8')).toBe(404)
    // 127.0.0.1 is the address of this server itself.
    expect(await miss('127.0.0.1')).toBe(404)
  })
})

// spec: path-normal-form
test('a path with a dot segment names no page, and an unknown address of the API is JSON in every spelling', async () => {
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['/x/%2e%2e/help', '/category/..', '/./help']) {
    const { status, body } = await sendRaw(
      origin,
      `GET ${path} HTTP/1.1\r\nHost: lango.example\r\nConnection: close\r\n\r\n`,
    )
    expect([path, status, JSON.parse(body).code]).toEqual([path, 404, 'not_found'])
  }
  const { status, headers } = await fetch(`${origin}/%61pi//nothing`)
  expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})
