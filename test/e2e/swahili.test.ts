import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../build.ts'
import { enterPin, openPhone } from './buying.ts'
import { oneShop } from './one-shop.ts'
import type { Shop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, PHONE } from './visitor.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
})

// spec: swahili-pages
test('a page in Swahili: bought on it, the tickets and their SMS are Swahili too', async () => {
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
  await expectSoundPage(visitor, shop)
  await page.getByRole('link', { name: 'Tazama Tiketi →' }).click()
  await page.waitForURL('**/sw/t/*')
  await page.getByText('Ingia Kupitia').waitFor()
  await expectSoundPage(visitor, shop)
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
test('a page loads the words of its language alone', async () => {
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
test('the browser’s language decides nothing, and is offered', async () => {
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'sw-KE' })
  const page = await context.newPage()
  await page.goto('/')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const offer = page.getByRole('banner').getByRole('link', { name: 'Kiswahili' })
  expect(await offer.isVisible()).toBe(true)
  await offer.click()
  await page.waitForURL('**/sw/')
  expect(await page.getByRole('banner').getByRole('link', { name: 'English' }).isVisible()).toBe(
    false,
  )
  await context.close()
})
