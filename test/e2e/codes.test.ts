import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
import { visit } from './visit.ts'
import { SIZES } from './visitor.ts'

const HOUR_MS = 3_600_000

const { shop } = await oneShop()

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const field = (page: Page) => page.getByLabel('Have a code?')
const lowered = (page: Page) => page.getByText('with code RAFIKI20, instead of KES 1,000')

/** Standard costs KES 1,000, or 20 % less with RAFIKI20. Only the code MEDIA shows Press. */
async function buildConcert(code: { maxTickets?: number; endsAt?: Date } = {}) {
  const event = await buildEvent(shop.db, {
    title: 'Rafiki Night',
    types: [
      { name: 'Standard', price: 1000 },
      { name: 'Press', price: 300, isHidden: true },
    ],
  })
  await buildCode(shop.db, event, { code: 'RAFIKI20', kind: 'percent', value: 20, ...code })
  await buildCode(shop.db, event, { code: 'MEDIA', kind: 'access', typeIds: [event.types[1]!.id] })
  return event
}

/** Opens a page and waits until all of its code is loaded, so that tickets can be chosen. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' })

async function apply(page: Page, code: string): Promise<void> {
  await field(page).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

const promptOf = async (msisdn: string) => await shop.sandbox.prompt(msisdn)

/** Pays and returns the prompt that the phone shows. */
async function pay(page: Page) {
  const msisdn = newPhone()
  await phoneField(page).fill(msisdn)
  await payButton(page).click()
  await waitForPromptWords(page)
  return await promptOf(msisdn)
}

const codeOf = async ({ id }: BuiltEvent) =>
  await shop.db
    .selectFrom('sale_limit')
    .select(['held', 'sold'])
    .where('event_id', '=', id)
    .where('kind', '=', 'code')
    .orderBy('capacity')
    .execute()

// spec: code-field, code-applied
test.each(SIZES)(
  'a buyer applies a code, reads which price counts, and pays the lowered price on $name',
  ({ size }) =>
    visit({ size }, async (page, visitor) => {
      const event = await buildConcert({ maxTickets: 9 })
      await open(page, `/event/${event.id}`)
      await choose(page, { Standard: 1 })
      await apply(page, 'rafiki 20')
      await page.getByText('Code RAFIKI20 applied').waitFor()
      await lowered(page).waitFor()
      // The tickets stay chosen, and the lowered price counts for them.
      expect(await page.getByLabel('Quantity of Standard').inputValue()).toBe('1')
      await expectSoundPage(visitor, shop)
      await openForm(page, { Standard: 1 })
      expect(await rowsOf(summary(page))).toEqual([
        ['2 × Standard', 'KES 1,600'],
        ['Total', 'KES 1,600'],
      ])
      expect(new URL(page.url()).searchParams.get('code')).toBe('rafiki 20')
      await page.reload()
      await page.getByRole('button', { name: 'Pay KES 1,600' }).first().waitFor()
      expect(await pay(page)).toMatchObject({ amount: 1600 })
      expect(await codeOf(event)).toContainEqual({ held: 2, sold: 0 })
    }),
)

// spec: code-applied
test('a code in the link applies by itself, and the buyer can remove it', () =>
  visit({}, async (page) => {
    const event = await buildConcert()
    await open(page, `/event/${event.id}?code=RAFIKI20`)
    await lowered(page).waitFor()
    await page.getByRole('link', { name: 'Remove' }).click()
    await field(page).waitFor()
    expect(await lowered(page).count()).toBe(0)
    await openForm(page, { Standard: 1 })
    await page.getByRole('button', { name: 'Pay KES 1,000' }).waitFor()
    expect(await pay(page)).toMatchObject({ amount: 1000 })
  }))

// spec: code-hidden-types
test('a code unlocks a hidden type, which the page marks, and without the code nothing shows it', () =>
  visit({}, async (page, visitor) => {
    const event = await buildConcert()
    await open(page, `/event/${event.id}`)
    await waitForTitle(page, event.title)
    expect(await page.content()).not.toContain('Press')
    await apply(page, 'MEDIA')
    await page.getByText('Unlocked by code MEDIA').waitFor()
    await expectSoundState(visitor, shop)
    await openForm(page, { Press: 2 })
    expect(await pay(page)).toMatchObject({ amount: 600 })
  }))

// spec: code-hidden-types
test('an event whose types are all hidden asks for a code, and an event without types does not', () =>
  visit({}, async (page, visitor) => {
    const [hidden, none] = await Promise.all([
      buildEvent(shop.db, { title: 'Members Only', types: [{ name: 'Member', isHidden: true }] }),
      buildEvent(shop.db, { title: 'Pay at the Gate', types: [] }),
    ])
    const typeIds = [hidden.types[0]!.id]
    await buildCode(shop.db, hidden, { code: 'CLUB', kind: 'access', typeIds })
    await open(page, `/event/${none.id}`)
    await page.getByText('Tickets at the gate').waitFor()
    expect(await field(page).count()).toBe(0)
    await open(page, `/event/${hidden.id}`)
    await field(page).waitFor()
    expect(await page.getByText('Tickets at the gate').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Click to Buy' }).count()).toBe(0)
    await expectSoundState(visitor, shop)
    await field(page).fill('club')
    await field(page).press('Enter')
    await page.getByText('Unlocked by code CLUB').waitFor()
    await openForm(page, { Member: 1 })
  }))

// spec: code-not-valid
test('a code that does not hold leaves the page as without one, with and without script', async () => {
  const event = await buildConcert()
  const plain = await buildEvent(shop.db, { title: 'No Codes Here' })
  for (const script of [true, false]) {
    await visit({ script }, async (page) => {
      for (const { id } of [event, plain]) {
        await open(page, `/event/${id}?code=NOSUCH`)
        await page.getByRole('alert').getByText('This code is not valid here').waitFor()
        await page.getByRole('spinbutton', { name: /^Quantity of / }).waitFor()
        expect(await page.getByText('instead of').count()).toBe(0)
        expect(await field(page).inputValue()).toBe('NOSUCH')
      }
    })
  }
  await visit({}, async (page) => {
    await open(page, `/event/${plain.id}`)
    await waitForTitle(page, plain.title)
    expect(await field(page).count()).toBe(0)
  })
})

// spec: code-few-left
test('with too few uses left the page says how many, and takes as many tickets as the code has', () =>
  visit({}, async (page) => {
    const event = await buildConcert({ maxTickets: 3 })
    await open(page, `/event/${event.id}?code=RAFIKI20`)
    await lowered(page).waitFor()
    await choose(page, { Standard: 4 })
    await page.getByText('This code works for 3 more tickets').first().waitFor()
    await page.getByRole('button', { name: /^Take 3 · KES 2,400$/ }).click()
    await phoneField(page).waitFor()
    // Puts two of the code's tickets on hold for other buyers.
    await shop.db
      .updateTable('sale_limit')
      .set({ held: 2 })
      .where('event_id', '=', event.id)
      .where('capacity', '=', 3)
      .execute()
    await phoneField(page).fill(newPhone())
    await payButton(page).click()
    await page.getByText('This code works for 1 more ticket').first().waitFor()
    await page.getByRole('button', { name: /^Take 1 · KES 800$/ }).click()
    await waitForPromptWords(page)
  }))

// spec: code-few-left
test('a code for other tickets says so before the buyer pays', () =>
  visit({}, async (page) => {
    const event = await buildConcert()
    await open(page, `/event/${event.id}?code=MEDIA`)
    await choose(page, { Standard: 1 })
    await page.getByText('This code is for other tickets of this event.').first().waitFor()
    expect(await page.getByRole('button', { name: 'Click to Buy' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Remove' }).click()
    await openForm(page, {})
  }))

// spec: code-applied
test('the lower one of early bird and code counts, and the page follows the clock', () =>
  visit({}, async (page) => {
    const endsAt = new Date(Date.now() + 5 * HOUR_MS)
    const event = await buildEvent(shop.db, {
      title: 'Blankets and Wine',
      types: [
        { name: 'Standard', price: 1500, steps: [{ name: 'Early bird', price: 900, endsAt }] },
      ],
    })
    const later = new Date(Date.now() + 9 * HOUR_MS)
    const terms = { kind: 'percent', value: 20, endsAt: later } as const
    const { id } = await buildCode(shop.db, event, { code: 'RAFIKI20', ...terms })
    await fakeClock(page)
    await open(page, `/event/${event.id}?code=RAFIKI20`)
    await page.getByText('Early bird is cheaper than with the code').waitFor()
    await openForm(page, { Standard: 1 })
    await page.getByRole('button', { name: 'Pay KES 900' }).waitFor()
    await page.clock.fastForward(5 * HOUR_MS)
    await page.getByText('with code RAFIKI20, instead of KES 1,500').waitFor()
    await page.getByRole('button', { name: 'Pay KES 1,200' }).waitFor()
    await shop.db
      .updateTable('promo_code')
      .set({ ends_at: new Date() })
      .where('id', '=', id)
      .execute()
    await page.clock.fastForward(4 * HOUR_MS)
    await page.getByText('This code is not valid here').waitFor()
    expect(await page.getByText('with code RAFIKI20').count()).toBe(0)
  }))

// spec: code-without-script
test('without script the form of the tickets sends the code, and the order has it', () =>
  visit({ script: false }, async (page) => {
    const event = await buildConcert({ maxTickets: 5 })
    await open(page, `/event/${event.id}`)
    await page.getByLabel('Quantity of Standard').fill('2')
    await apply(page, 'RAFIKI20')
    await lowered(page).waitFor()
    expect(await rowsOf(summary(page))).toContainEqual(['2 × Standard', 'KES 1,600'])
    const msisdn = newPhone()
    await phoneField(page).fill('12')
    await payButton(page).click()
    // The page keeps the code after it has refused the phone number.
    await lowered(page).waitFor()
    await phoneField(page).fill(msisdn)
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
    expect(await promptOf(msisdn)).toMatchObject({ amount: 1600 })
    expect(await codeOf(event)).toContainEqual({ held: 2, sold: 0 })
  }))

// spec: code-few-left
test('without script the page says how many uses are left before tickets are chosen', () =>
  visit({ script: false }, async (page) => {
    const { id } = await buildConcert({ maxTickets: 2 })
    const notes = async () => {
      await open(page, `/event/${id}?code=RAFIKI20`)
      return await page.locator('noscript').allTextContents()
    }
    expect(await notes()).toContain('This code works for 2 more tickets')
    const sellAll = sql`update sale_limit set sold = 2 where event_id = ${id} and capacity = 2`
    await sellAll.execute(shop.db)
    expect(await notes()).toContain('This code has been used up.')
  }))

// spec: code-field, swahili-pages
test('codes are in Swahili on a Swahili page', () =>
  visit({}, async (page, visitor) => {
    const event = await buildConcert()
    await open(page, `/sw/event/${event.id}?code=NOSUCH`)
    await page.getByText('Msimbo huu haufanyi kazi hapa').waitFor()
    await page.getByLabel('Una msimbo?').fill('RAFIKI20')
    await page.getByRole('button', { name: 'Tumia' }).click()
    await page.getByText('kwa msimbo RAFIKI20, badala ya KES 1,000').waitFor()
    await expectSoundState(visitor, shop)
  }))

// spec: seller-link
test('the link of a seller is remembered with its words, and goes with the purchase', async () => {
  const event = await buildConcert()
  const link = 'seller=27&utm_source=instagram&utm_campaign=december'
  await visit({}, async (page) => {
    await open(page, `/event/${event.id}?${link}`)
    await waitForTitle(page, event.title)
    const kept = () => page.evaluate(() => localStorage.getItem('lango.source'))
    await expect.poll(kept).toContain('"seller":27')
    await open(page, `/event/${event.id}`)
    await openForm(page, { Standard: 1 })
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/functions/mpesa'))
    await pay(page)
    expect((await sent).postDataJSON()).toMatchObject({
      seller: 27,
      utm: { source: 'instagram', campaign: 'december' },
    })
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('lango.source')
  })
  await visit({ script: false }, async (page) => {
    await open(page, `/event/${event.id}?${link}`)
    await page.getByLabel('Quantity of Standard').fill('1')
    await buyButton(page).click()
    await phoneField(page).fill(newPhone())
    await payButton(page).click()
    await page.waitForURL(/\/pay\//)
  })
  const sources = await shop.db
    .selectFrom('order_source as s')
    .innerJoin('order as o', 'o.id', 's.order_id')
    .select(['s.utm_source', 's.utm_campaign'])
    .where('o.event_id', '=', event.id)
    .execute()
  const utm = { utm_source: 'instagram', utm_campaign: 'december' }
  expect(sources).toEqual([utm, utm])
})
