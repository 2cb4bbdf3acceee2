// spec: access-axe-finds
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BuiltEvent } from '../build.ts'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { fakeClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const LOOKUP = '**/api/functions/ticket-lookup'

const { shop, browser } = await oneShop()
let event: BuiltEvent
let one: Bought
let two: Bought
beforeAll(async () => {
  event = await buildDerby(shop)
  ;[one, two] = await Promise.all([
    buyTickets(shop, event, [2, 0]),
    buyTickets(shop, event, [1, 3]),
  ])
})

const field = (page: Page) => page.getByLabel('M-PESA Reference Number')
const button = (page: Page) => page.getByRole('button', { name: 'Find Ticket' })
const alerts = (page: Page) => page.getByRole('main').getByRole('alert').allInnerTexts()

/** Whether React has attached its handlers to the element. */
const isHydrated = (element: Element) =>
  Object.keys(element).some((key) => key.startsWith('__reactProps'))

async function lookUp(page: Page, reference: string): Promise<void> {
  await field(page).fill(reference)
  await button(page).click()
}

/**
 * Failed responses, each with the text shown to the visitor. Consecutive texts differ, so that the
 * test notices each change.
 */
const FAILURES: [answer: { status: number; body: string }, words: string][] = [
  [{ status: 502, body: '{"error":"Try later","code":"x"}' }, 'Try later'],
  [{ status: 500, body: '{}' }, 'Failed to lookup ticket'],
  [{ status: 200, body: '{}' }, 'No ticket found for this reference number'],
  [{ status: 200, body: '<html>' }, 'An error occurred'],
  [
    { status: 429, body: '{"error":"Too many","code":"x"}' },
    'Too many searches from your network. Your full ticket number still works. Please try again in 42 seconds.',
  ],
]

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    async function visit(prepare = async (_page: Page) => {}): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await prepare(visitor.page)
      await visitor.page.goto('/my-ticket')
      await waitForHeading(visitor.page, 'Find Your Ticket')
      return visitor
    }

    // spec: find-your-ticket-mpesa, find-your-ticket-looking, lookup-reference-required-upper
    test('the form has its texts and turns letters into capitals, and a single ticket opens after the busy text', async () => {
      const visitor = await visit()
      const { page } = visitor
      expect(await field(page).getAttribute('placeholder')).toBe('RG56TYHJ8K')
      expect(await wordsOf(page.getByRole('main'))).toContain(
        'The reference number can be found in your M-PESA message after successful payment',
      )
      // Only a hydrated field turns letters into capitals.
      await expect.poll(() => field(page).evaluate(isHydrated)).toBe(true)
      await field(page).pressSequentially('rg56')
      await field(page).press('ArrowLeft')
      await field(page).pressSequentially('x')
      expect(await field(page).inputValue()).toBe('RG5X6')
      await expectSoundPage(visitor, shop)
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(LOOKUP, async (route) => {
        await held
        await route.continue()
      })
      await lookUp(page, ` ${one.reference.toLowerCase()} `)
      const busy = page.getByRole('button', { name: 'Looking up ticket...' })
      await busy.waitFor()
      expect(await busy.isDisabled()).toBe(true)
      answer()
      await page.waitForURL(`**/t/${one.tickets[0]!.ticket_number}`)
      await waitForHeading(page, 'Terrace')
      expect(visitor.faults).toEqual([])
      await visitor.context.close()
    })

    // spec: find-your-ticket-pasted
    test('a pasted M-PESA message or a typed ticket number opens the ticket', async () => {
      const visitor = await visit()
      const { page } = visitor
      const [{ ticket_number: number }] = one.tickets as [Bought['tickets'][number]]
      const { messages } = await shop.sandbox.phone(one.phone)
      const message = messages.find(({ from }) => from === 'MPESA')!.text
      expect(message).toContain(`${one.reference} Confirmed.`)
      for (const typed of [message, number.match(/.{4}/g)!.join(' ').toLowerCase()]) {
        await lookUp(page, typed)
        await page.waitForURL(`**/t/${number}`)
        await waitForHeading(page, 'Terrace')
        await page.goto('/my-ticket')
      }
      expect(visitor.faults).toEqual([])
      await visitor.context.close()
    })

    // spec: find-your-ticket-several, list-clears-itself
    test('several tickets are listed without phone or email, are still there after going back, and disappear after five minutes', async () => {
      const visitor = await visit(fakeClock)
      const { page } = visitor
      await lookUp(page, two.reference)
      await waitForHeading(page, '2 tickets found')
      const list = page.getByRole('region', { name: '2 tickets found' })
      const words = await wordsOf(list)
      for (const { ticket_type, quantity, ticket_number } of two.tickets) {
        expect(words).toContain(ticket_type)
        expect(words).toContain(`Quantity: ${quantity}`)
        expect(words).toContain(ticket_number.match(/.{4}/g)!.join(' '))
      }
      expect(await page.content()).not.toContain(two.phone.slice(3))
      expect(await field(page).inputValue()).toBe('')
      await expectSoundPage(visitor, shop)
      await list.getByRole('link', { name: 'Stand' }).click()
      await page.waitForURL(`**/t/${two.tickets[1]!.ticket_number}`)
      await page.goBack()
      await waitForHeading(page, '2 tickets found')
      await page.getByRole('button', { name: 'Clear it now' }).click()
      await list.waitFor({ state: 'detached' })
      await lookUp(page, two.reference)
      await waitForHeading(page, '2 tickets found')
      await page.clock.runFor('04:58')
      expect(await list.count()).toBe(1)
      await page.clock.runFor('00:03')
      await list.waitFor({ state: 'detached' })
      await page.goto('/help')
      await page.goBack()
      await waitForHeading(page, 'Find Your Ticket')
      expect(await page.getByText('2 tickets found').count()).toBe(0)
      await visitor.context.close()
    })

    // spec: lookup-reference-required-upper, lookup-non-ok-server, lookup-number-no-ticket
    // spec: lookup-exception-error-occurred, too-many-look
    test('a miss and every other failure show their text, keep the input, and put focus on the text', async () => {
      const visitor = await visit()
      const { page } = visitor
      const expectWords = (words: string) => expect.poll(() => alerts(page)).toEqual([words])
      await lookUp(page, 'ZZZZZZZZZZ')
      await expectWords('No ticket found for this reference number')
      expect(await field(page).inputValue()).toBe('ZZZZZZZZZZ')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
      await expectSoundPage(visitor, shop)
      for (const [answer, words] of FAILURES) {
        const headers = { 'content-type': 'application/json', 'retry-after': '42' }
        await page.route(LOOKUP, (route) => route.fulfill({ ...answer, headers }), { times: 1 })
        await lookUp(page, one.reference)
        await expectWords(words)
        expect(await field(page).inputValue()).toBe(one.reference)
      }
      await page.route(LOOKUP, (route) => route.abort())
      await lookUp(page, one.reference)
      await expectWords('An error occurred')
      await lookUp(page, '  ')
      await expectWords('Please enter the reference number from your M-PESA message')
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await visitor.context.close()
    })
  })
}
