import { expect, test } from 'vitest'
import {
  PRIVACY_POLICY,
  REFUNDS,
  TERMS_OF_SERVICE,
} from '../../src/messages/pages-policies.text.ts'
import { CONTACT, HELP_ANSWERS } from '../../src/messages/pages-site.text.ts'
import { buildEvent, newPhone } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { enterPin, openPhone } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()

// spec: swahili-pages
test('a purchase on a Swahili page gives tickets and SMS in Swahili', async () => {
  const event = await buildEvent(shop.db, { title: 'Mashemeji Derby' })
  const visitor = await newVisitor(browser, shop, { size: PHONE })
  const { page, context } = visitor
  await page.goto(`/event/${event.id}`)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kiswahili' }).click()
  await page.waitForURL(`**/sw/event/${event.id}`)
  expect(await page.locator('html').getAttribute('lang')).toBe('sw')
  const alternates = await page
    .locator('link[rel=alternate]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).hreflang))
  expect(alternates).toEqual(['en', 'sw'])
  await page.getByRole('button', { name: /^Ongeza .* moja$/ }).click()
  await expectSoundPage(visitor, shop)
  await page.getByRole('button', { name: 'Bofya Kununua' }).click()
  const msisdn = newPhone()
  await page.getByLabel('Nambari ya simu').fill(`0${msisdn.slice(3)}`)
  await page.getByRole('button', { name: /^Lipa KES/ }).click()
  await page.getByRole('heading', { name: /^Weka PIN yako ya M-PESA/ }).waitFor()
  const phone = await openPhone(context, shop, msisdn)
  await enterPin(phone, '1234')
  await page.waitForURL('**/sw/success')
  await page.getByRole('heading', { name: 'Malipo Yamekamilika!' }).waitFor()
  await expectSoundState(visitor, shop)
  await page.getByRole('link', { name: 'Tazama Tiketi →' }).click()
  await page.waitForURL('**/sw/t/*')
  await page.getByText('Ingia Kupitia').waitFor()
  await expectSoundState(visitor, shop)
  const order = await shop.db
    .selectFrom('order')
    .select(['id', 'language'])
    .where('phone', '=', msisdn)
    .executeTakeFirstOrThrow()
  expect(order.language).toBe('sw')
  const sms = await shop.db
    .selectFrom('message')
    .select('body')
    .where('recipient', '=', msisdn)
    .executeTakeFirstOrThrow()
  expect(sms.body).toContain('. Ingia: Main Gate. ')
  expect(visitor.faults).toEqual([])
  await context.close()
})

// spec: swahili-pages
test('a page loads only the texts of its language', async () => {
  const scriptsOf = async (path: string) => {
    const html = await (await fetch(shop.origin + path)).text()
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(
      ([, file]) => file!,
    )
    expect(files.length).toBeGreaterThan(1)
    const codes = files.map(async (file) => await (await fetch(shop.origin + file)).text())
    return (await Promise.all(codes)).join('\n')
  }
  const event = await buildEvent(shop.db, { title: 'Mashemeji Derby' })
  const english = await scriptsOf(`/event/${event.id}`)
  const swahili = await scriptsOf(`/sw/event/${event.id}`)
  expect(english).toContain('Click to Buy')
  expect(english).not.toContain('Bofya Kununua')
  expect(swahili).toContain('Bofya Kununua')
  expect(swahili).not.toContain('Click to Buy')
})

// spec: swahili-pages
test("the header leads to the other language, and the browser's language switches nothing", async () => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'sw-KE' })
  const page = await context.newPage()
  await page.goto('/')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const offer = page.getByRole('banner').getByRole('link', { name: 'Kiswahili' })
  expect(await offer.isVisible()).toBe(true)
  await offer.click()
  await page.waitForURL('**/sw/')
  expect(await page.getByRole('banner').getByRole('link', { name: 'English' }).isVisible()).toBe(
    true,
  )
  await context.close()
})

/**
 * English texts of these catalogues, except texts with links or placeholders. A Swahili page must
 * not contain them.
 */
const ENGLISH = [...Object.keys(HELP_ANSWERS), ...Object.keys(TERMS_OF_SERVICE)]
  .concat(Object.keys(REFUNDS), Object.keys(PRIVACY_POLICY), Object.keys(CONTACT))
  .filter((text) => text.length > 30 && !/[{[]/.test(text))

// spec: swahili-explains
test('help, policies, contact and categories are completely in Swahili, with the same links and addresses', async () => {
  const visitor = await newVisitor(browser, shop, { size: PHONE })
  const { page, context } = visitor
  const headings: Record<string, string> = {
    help: 'Kituo cha Msaada',
    'refund-policy': 'Sera ya Kurudisha Pesa',
    terms: 'Masharti ya Huduma',
    privacy: 'Sera ya Faragha',
    contact: 'Wasiliana nasi',
    genuine: 'Je, ni halisi?',
    'category/Sports': 'Michezo',
  }
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(`/sw/${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    const shown = (await page.locator('body').textContent())!
    for (const english of ENGLISH) expect(shown, path).not.toContain(english)
    await expectSoundPage(visitor, shop)
  }
  // On a phone the header has no room for categories.
  await page.setViewportSize(LAPTOP)
  const chips = page.getByRole('navigation', { name: 'Aina', exact: true }).getByRole('link')
  expect(await chips.allTextContents()).toEqual([
    'Muziki',
    'Matamasha',
    'Maigizo',
    'Michezo',
    'Vichekesho',
  ])
  expect(await chips.last().getAttribute('href')).toBe('/sw/category/Comedy')
  await page.goto('/sw/help')
  await page.getByRole('searchbox').fill('kurudishiwa')
  await page.getByText('Je, ninaweza kurudishiwa pesa?').click()
  await page.getByRole('link', { name: 'Sera ya Kurudisha Pesa' }).first().click()
  await page.waitForURL('**/sw/refund-policy')
  expect(visitor.faults).toEqual([])
  await context.close()
})

// spec: ticket-page-swahili-offline
test('a Swahili ticket opens offline, by a service worker for the Swahili pages', async () => {
  const event = await buildEvent(shop.db, { title: 'Mashemeji Derby' })
  const { tickets } = await buyTickets(shop, event, [1])
  const path = `/sw/t/${tickets[0]!.ticket_number}`
  const { page, context } = await newVisitor(browser, shop, { size: PHONE })
  await page.goto(path)
  await page.getByText('Ingia Kupitia').waitFor()
  const kept = () => page.evaluate(async (to) => (await caches.match(to)) !== undefined, path)
  await expect.poll(kept).toBe(true)
  const scopes = await page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.map(({ scope }) => new URL(scope).pathname)
  })
  expect(scopes).toEqual(['/sw/t/'])
  await context.setOffline(true)
  await page.goto(path)
  await page.getByText('Ingia Kupitia').waitFor()
  await page.getByText(/Huna mtandao\. Hii ni tiketi yako kama ilivyokuwa/).waitFor()
  await page.goto('/sw/t/0123456789ABCDEF')
  await page.getByRole('heading', { name: 'Huna mtandao.' }).waitFor()
  await context.close()
})
