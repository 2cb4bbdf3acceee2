import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatMoment } from '../../src/ui/dates.rules.ts'
import { type BuiltEvent, buildCode, buildEvent, newPhone } from '../build.ts'
import {
  buyButton,
  choose,
  openForm,
  payButton,
  phoneField,
  rowsOf,
  waitForPromptWords,
  waitForTitle,
} from './buying.ts'
import { fakeClock } from './held-clock.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { type VisitStep, visit as visitShop } from './visit.ts'
import { newVisitor } from './visitor.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

const { shop } = await oneShop()

const visit = (script: boolean, step: VisitStep) => visitShop({ script }, step)

/** Three tickets of the type Standard cost KES 1,000, the remaining tickets KES 1,500. */
function buildEarlyBird(endsAt = inHours(5)): Promise<BuiltEvent> {
  const step = { name: 'Early bird', price: 1000, endsAt, quantity: 3 }
  return buildEvent(shop.db, {
    title: 'Blankets and Wine',
    types: [{ name: 'Standard', price: 1500, steps: [step] }],
  })
}

function changeType(event: BuiltEvent, values: { sale_from?: Date; sale_until?: Date }) {
  return shop.db
    .updateTable('ticket_type')
    .set(values)
    .where('id', '=', event.types[0]!.id)
    .execute()
}

/** Holds back the file with the terms of the event, until the returned function is called. */
async function holdTerms(page: Page, file: RegExp): Promise<() => Promise<void>> {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const asked = page.waitForRequest(file)
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    await asked
    arrive()
  }
}

const expectSummary = (page: Page, rows: string[][]) =>
  expect.poll(() => rowsOf(summary(page))).toEqual(rows)

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })

// spec: price-step-line, price-step-whole-line
test('a buyer of four tickets reads the next price before the PIN and pays it, if three are left', () =>
  visit(true, async (page, visitor) => {
    const until = inHours(5)
    const event = await buildEarlyBird(until)
    await page.goto(`/event/${event.id}`)
    const line = `Early bird · until ${formatMoment(until, new Date())} · 3 left; then KES 1,500`
    await page.getByText(line).waitFor()
    await choose(page, { Standard: 3 })
    await expectSummary(page, [
      ['3 × Standard', 'KES 3,000'],
      ['Total', 'KES 3,000'],
    ])
    await choose(page, { Standard: 1 })
    await page.getByText('Only 3 left at KES 1,000. 4 tickets cost KES 1,500 each.').waitFor()
    await expectSoundPage(visitor, shop)
    await openForm(page, {})
    expect(await rowsOf(summary(page))).toEqual([
      ['4 × StandardKES 1,500 each', 'KES 6,000'],
      ['Total', 'KES 6,000'],
    ])
    const msisdn = newPhone()
    await phoneField(page).fill(msisdn)
    await payButton(page).click()
    await waitForPromptWords(page)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 6000 })
  }))

// spec: low-data-pictures-keep
test.each([
  ['steps', 'terms-of', {}],
  ['a code', 'buyer-terms', { code: 'RAFIKI20', kind: 'percent', value: 20 } as const],
])('on an event with %s, presses count that come before the file with its terms', (_, file, code) =>
  visit(true, async (page) => {
    const event = await buildEarlyBird()
    if ('code' in code) await buildCode(shop.db, event, code)
    const arrive = await holdTerms(page, new RegExp(`/assets/${file}-`))
    await page.goto(`/event/${event.id}`, { waitUntil: 'commit' })
    await choose(page, { Standard: 2 })
    expect(await page.getByLabel('Quantity of Standard').inputValue()).toBe('0')
    await arrive()
    await expectSummary(page, [
      ['2 × Standard', 'KES 2,000'],
      ['Total', 'KES 2,000'],
    ])
  }),
)

// spec: low-data-pictures-keep
test('a link opens an event with steps together with the file of its terms, so that each press counts', () =>
  visit(true, async (page) => {
    const title = `Night run ${randomUUID()}`
    const step = { name: 'Early bird', price: 1000, endsAt: inHours(5) }
    await buildEvent(shop.db, { title, types: [{ name: 'Standard', price: 1500, steps: [step] }] })
    await page.goto(`/?${new URLSearchParams({ q: title })}`)
    const arrive = await holdTerms(page, /\/assets\/terms-of-/)
    await page.getByRole('link', { name: title }).first().click()
    const chosen = choose(page, { Standard: 2 })
    await arrive()
    await chosen
    await expectSummary(page, [
      ['2 × Standard', 'KES 2,000'],
      ['Total', 'KES 2,000'],
    ])
  }))

// spec: low-data-pictures-keep
test('if the file with the terms never loads, the tickets sell at the prices of the reply', async () => {
  const { browser } = await oneShop()
  const { page, context } = await newVisitor(browser, shop, {})
  const event = await buildEarlyBird()
  await page.route(/\/assets\/terms-of-/, (route) => route.abort())
  await page.goto(`/event/${event.id}`)
  await choose(page, { Standard: 2 })
  await expectSummary(page, [
    ['2 × Standard', 'KES 2,000'],
    ['Total', 'KES 2,000'],
  ])
  await context.close()
})

// spec: price-step-whole-line, script-up-push
test('without script the price shown is charged, and a price that has changed is confirmed', () =>
  visit(false, async (page) => {
    const event = await buildEarlyBird()
    const chooseTickets = async (quantity: number) => {
      await page.goto(`/event/${event.id}`)
      await page.getByLabel('Quantity of Standard').fill(String(quantity))
      await buyButton(page).click()
      await phoneField(page).waitFor()
    }
    await chooseTickets(4)
    expect(await rowsOf(summary(page))).toContainEqual(['4 × StandardKES 1,500 each', 'KES 6,000'])
    const four = newPhone()
    await phoneField(page).fill(four)
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(four)).toMatchObject({ amount: 6000 })
    await chooseTickets(2)
    await endSteps(event)
    const two = newPhone()
    await phoneField(page).fill(two)
    await payButton(page).click()
    await page.getByText('The price has changed. The new total is KES 3,000.').waitFor()
    expect((await shop.sandbox.phone(two)).prompts).toEqual([])
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await shop.sandbox.prompt(two)).toMatchObject({ amount: 3000 })
  }))

function endSteps(event: BuiltEvent) {
  return shop.db
    .updateTable('price_step')
    .set({ ends_at: inHours(-1) })
    .where('ticket_type_id', '=', event.types[0]!.id)
    .execute()
}

// spec: price-step-turns
test('an open page follows a price that changes, and the buyer pays the new price', () =>
  visit(true, async (page) => {
    const event = await buildEarlyBird()
    await fakeClock(page)
    await page.goto(`/event/${event.id}`)
    await page.getByText('Early bird').waitFor()
    await openForm(page, { Standard: 2 })
    await page.getByRole('button', { name: 'Pay KES 2,000' }).waitFor()
    await endSteps(event)
    await page.clock.fastForward(5 * HOUR_MS)
    await page.getByRole('button', { name: 'Pay KES 3,000' }).waitFor()
    expect(await page.getByText('Early bird').count()).toBe(0)
    const msisdn = newPhone()
    await phoneField(page).fill(msisdn)
    await payButton(page).click()
    await waitForPromptWords(page)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 3000 })
  }))

// spec: price-step-turns
test('after Back the page reads the event again, because the browser may have kept an old page', () =>
  visit(true, async (page) => {
    const event = await buildEarlyBird()
    await page.goto(`/event/${event.id}`)
    await page.getByText('Early bird').waitFor()
    await page.goto('/about')
    const read = page.waitForResponse((reply) => reply.url().endsWith(`/api/events/${event.id}`))
    await page.goBack()
    expect((await read).status()).toBe(200)
  }))

// spec: sale-window-states
test('before a sale the page counts down, and then sells by itself', () =>
  visit(true, async (page, visitor) => {
    const saleFrom = inHours(2)
    const event = await buildEvent(shop.db, {
      title: 'Safari Sevens',
      types: [{ name: 'Standard', saleFrom }],
    })
    await fakeClock(page)
    await page.goto(`/event/${event.id}`)
    await page.getByText(`On sale ${formatMoment(saleFrom, new Date())}`).waitFor()
    await page.getByRole('timer').getByText('Starts in 1 h 59 min').waitFor()
    await page.getByText('Not on sale yet').waitFor()
    for (const name of ['Click to Buy', 'One Standard more']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    }
    await expectSoundPage(visitor, shop)
    await changeType(event, { sale_from: inHours(-1) })
    await page.clock.fastForward(2 * HOUR_MS)
    await openForm(page, { Standard: 1 })
    expect(await page.getByText('Not on sale yet').count()).toBe(0)
  }))

// spec: sale-window-states
test('a page without script has the date alone, and a sale that is over says so', () =>
  visit(false, async (page) => {
    const saleFrom = inHours(2)
    const event = await buildEvent(shop.db, {
      title: 'Safari Sevens',
      types: [
        { name: 'Standard', saleFrom },
        { name: 'Group', saleUntil: inHours(-1) },
      ],
    })
    await page.goto(`/event/${event.id}`)
    await page.getByText(`On sale ${formatMoment(saleFrom, new Date())}`).waitFor()
    await page.getByText('No longer on sale').waitFor()
    expect(await page.getByRole('timer').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Click to Buy' }).count()).toBe(0)
    await changeType(event, { sale_until: inHours(-1), sale_from: inHours(-2) })
    await page.reload()
    await page.getByText('Ticket sales have ended').waitFor()
    for (const words of ['Sold Out', 'All taken right now', 'No longer on sale']) {
      expect(await page.getByText(words).count(), words).toBe(0)
    }
  }))

// spec: fee-in-price
test('a fee on top is part of the one price, and the line below the price names it', () =>
  visit(true, async (page) => {
    const organizerId = await buildOrganizer()
    const event = await buildEvent(shop.db, {
      title: 'Koroga Festival',
      organizerId,
      feesOnTop: true,
      types: [{ name: 'Standard', price: 1000 }],
    })
    await page.goto(`/event/${event.id}`)
    await page.getByText('includes KES 50 service fee').waitFor()
    await openForm(page, { Standard: 2 })
    expect(await rowsOf(summary(page))).toEqual([
      ['2 × Standard', 'KES 2,100'],
      ['Total', 'KES 2,100'],
    ])
    const msisdn = newPhone()
    await phoneField(page).fill(msisdn)
    await payButton(page).click()
    await waitForPromptWords(page)
    expect(await shop.sandbox.prompt(msisdn)).toMatchObject({ amount: 2100 })
  }))

/** Inserts an organizer whose fee is 5 %. */
async function buildOrganizer(): Promise<string> {
  const id = randomUUID()
  const account = { id, email: `${id}@lango.test`, full_name: 'Amina', password_hash: '!' }
  await shop.db
    .insertInto('account')
    .values({ ...account, role: 'organizer', confirmed_at: new Date() })
    .execute()
  const fee = { account_id: id, basis_points: 500, fixed_cents: 0, set_at: new Date() }
  await shop.db.insertInto('organizer_fee').values(fee).execute()
  return id
}

// spec: price-step-line, swahili-pages
test('steps and windows are in Swahili on a Swahili page, where a buyer pays by them', () =>
  visit(true, async (page, visitor) => {
    const event = await buildEarlyBird()
    await page.goto(`/sw/event/${event.id}`)
    await waitForTitle(page, event.title)
    await page.getByText(/^Early bird · hadi .* · zimebaki 3; kisha KES 1,500$/).waitFor()
    const more = page.getByRole('button', { name: /^Ongeza .* moja$/ })
    for (let pressed = 0; pressed < 4; pressed++) await more.click()
    await page.getByText('Zimebaki 3 tu kwa KES 1,000. Tiketi 4 ni KES 1,500 kila moja.').waitFor()
    await expectSoundState(visitor, shop)
    await page.getByRole('button', { name: 'Bofya Kununua' }).click()
    const msisdn = newPhone()
    await page.getByLabel('Nambari ya simu').fill(msisdn)
    await page.getByRole('button', { name: 'Lipa KES 6,000' }).click()
    await page.getByRole('heading', { name: /^Weka PIN yako ya M-PESA/ }).waitFor()
    const next = await buildEvent(shop.db, {
      title: 'Zuru Nami Msimu Ujao',
      types: [{ name: 'Standard', saleFrom: inHours(30) }],
    })
    await page.goto(`/sw/?q=${encodeURIComponent(next.title)}`)
    const card = page.getByRole('article').filter({ hasText: next.title })
    await card.getByText(/^Zitaanza kuuzwa /).waitFor()
    await card.getByRole('link', { name: /^Nunua Tiketi/ }).waitFor()
  }))
