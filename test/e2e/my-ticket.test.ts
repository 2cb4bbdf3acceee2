import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltEvent } from '../build.ts'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, newVisitor, PHONE, type Visitor } from './visitor.ts'

const LOOKUP = '**/api/functions/ticket-lookup'

let shop: Shop
let browser: Browser
let event: BuiltEvent
let one: Bought
let two: Bought
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
  event = await buildDerby(shop)
  ;[one, two] = await Promise.all([
    buyTickets(shop, event, [2, 0]),
    buyTickets(shop, event, [1, 3]),
  ])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const field = (page: Page) => page.getByLabel('M-PESA Reference Number')
const button = (page: Page) => page.getByRole('button', { name: 'Find Ticket' })
const alerts = (page: Page) => page.getByRole('main').getByRole('alert').allInnerTexts()

async function lookUp(page: Page, reference: string): Promise<void> {
  await field(page).fill(reference)
  await button(page).click()
}

for (const { name, size } of [
  { name: 'a phone', size: PHONE },
  { name: 'a laptop', size: LAPTOP },
]) {
  describe(`on ${name}`, () => {
    async function visit(): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await visitor.page.goto('/my-ticket')
      await waitForHeading(visitor.page, 'Find Your Ticket')
      return visitor
    }

    test('the form: its words, and letters that become large as they are typed', async () => {
      const visitor = await visit()
      const { page } = visitor
      expect(await field(page).getAttribute('placeholder')).toBe('RG56TYHJ8K')
      expect(await wordsOf(page.getByRole('main'))).toContain(
        'The reference number can be found in your M-PESA message after successful payment',
      )
      await field(page).pressSequentially('rg56')
      await field(page).press('ArrowLeft')
      await field(page).pressSequentially('x')
      expect(await field(page).inputValue()).toBe('RG5X6')
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    })

    test('one ticket opens, after the busy words', async () => {
      const { page, context, faults } = await visit()
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
      expect(faults).toEqual([])
      await context.close()
    })

    test('several are listed without phone or email, and found again on the way back', async () => {
      const visitor = await visit()
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
      await visitor.context.close()
    })

    test('the list clears itself after five minutes', async () => {
      const { page, context } = await newVisitor(browser, shop, { size })
      await page.clock.install()
      await page.goto('/my-ticket')
      await lookUp(page, two.reference)
      await waitForHeading(page, '2 tickets found')
      await page.clock.runFor('04:58')
      expect(await page.getByRole('heading', { name: '2 tickets found' }).count()).toBe(1)
      await page.clock.runFor('00:03')
      await page.getByRole('heading', { name: '2 tickets found' }).waitFor({ state: 'detached' })
      await page.goto('/help')
      await page.goBack()
      await waitForHeading(page, 'Find Your Ticket')
      expect(await page.getByText('2 tickets found').count()).toBe(0)
      await context.close()
    })

    test('nothing found: the words, what was typed stays, the focus is on the words', async () => {
      const visitor = await visit()
      const { page } = visitor
      await lookUp(page, 'ZZZZZZZZZZ')
      await expect
        .poll(() => alerts(page), PATIENCE)
        .toEqual(['No ticket found for this reference number'])
      expect(await field(page).inputValue()).toBe('ZZZZZZZZZZ')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    })

    test.each([
      ['a server error', { status: 502, body: '{"error":"Try later","code":"x"}' }, 'Try later'],
      ['an error without words', { status: 500, body: '{}' }, 'Failed to lookup ticket'],
      [
        'an answer without a number',
        { status: 200, body: '{}' },
        'No ticket found for this reference number',
      ],
      ['an answer that is none', { status: 200, body: '<html>' }, 'An error occurred'],
      [
        'too many look-ups',
        { status: 429, headers: { 'retry-after': '42' }, body: '{"error":"Too many","code":"x"}' },
        'Too many look-ups from this network. Please try again in 42 seconds.',
      ],
    ])('%s', async (_case, answer, words) => {
      const { page, context } = await visit()
      await page.route(LOOKUP, (route) =>
        route.fulfill({ contentType: 'application/json', ...answer }),
      )
      await lookUp(page, one.reference)
      await expect.poll(() => alerts(page), PATIENCE).toEqual([words])
      expect(await field(page).inputValue()).toBe(one.reference)
      await context.close()
    })

    test('a lost network, and a field left empty', async () => {
      const { page, context } = await visit()
      await page.route(LOOKUP, (route) => route.abort())
      await lookUp(page, one.reference)
      await expect.poll(() => alerts(page), PATIENCE).toEqual(['An error occurred'])
      await lookUp(page, '  ')
      await expect
        .poll(() => alerts(page), PATIENCE)
        .toEqual(['Please enter the reference number from your M-PESA message'])
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await context.close()
    })
  })
}
