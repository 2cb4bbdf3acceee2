import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSENT } from '../../src/site/newsletter.rules.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, newVisitor, PHONE, type Visitor } from './visitor.ts'

const NEWSLETTER = '**/api/functions/newsletter'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const form = (page: Page) => page.getByRole('form', { name: 'Newsletter' })
const field = (page: Page) => form(page).getByLabel('Email Address')
const alerts = (page: Page) => form(page).getByRole('alert').allInnerTexts()

async function subscribe(page: Page, email: string): Promise<void> {
  await field(page).fill(email)
  await form(page).getByRole('button', { name: 'Subscribe' }).click()
}

async function subscriber(email: string) {
  return await shop.db
    .selectFrom('newsletter_subscriber')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

for (const { name, size } of [
  { name: 'a phone', size: PHONE },
  { name: 'a laptop', size: LAPTOP },
]) {
  describe(`on ${name}`, () => {
    async function visit(path = '/newsletter'): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await visitor.page.goto(path)
      await waitForHeading(visitor.page, 'Newsletter')
      return visitor
    }

    test('subscribed: the consent beside it, the busy words, the thanks', async () => {
      const visitor = await visit()
      const { page } = visitor
      expect(await wordsOf(form(page))).toContain(CONSENT)
      expect(await field(page).getAttribute('type')).toBe('email')
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(NEWSLETTER, async (route) => {
        await held
        await route.continue()
      })
      const email = `asha.${name.replace(' ', '-')}@example.com`
      await subscribe(page, email)
      const busy = form(page).getByRole('button', { name: 'Subscribing...' })
      await busy.waitFor()
      expect(await busy.isDisabled()).toBe(true)
      answer()
      await expect
        .poll(() => form(page).getByRole('status').allInnerTexts(), PATIENCE)
        .toEqual(['Successfully subscribed to newsletter!'])
      expect(await field(page).inputValue()).toBe('')
      expect(await subscriber(email)).toMatchObject({
        consent_text: CONSENT,
        consent_source: 'newsletter',
        unsubscribed_at: null,
      })
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    })

    test.each([
      ['the server’s words', { status: 503, body: '{"error":"Full","code":"x"}' }, 'Full'],
      ['no words', { status: 500, body: '{}' }, 'Failed to subscribe'],
    ])('a failure with %s keeps the address', async (_case, answer, words) => {
      const { page, context } = await visit()
      await page.route(NEWSLETTER, (route) =>
        route.fulfill({ contentType: 'application/json', ...answer }),
      )
      await subscribe(page, 'asha@example.com')
      await expect.poll(() => alerts(page), PATIENCE).toEqual([words])
      expect(await field(page).inputValue()).toBe('asha@example.com')
      await context.close()
    })

    test('no network, and no address', async () => {
      const visitor = await visit()
      const { page } = visitor
      await page.route(NEWSLETTER, (route) => route.abort())
      await subscribe(page, 'asha@example.com')
      await expect.poll(() => alerts(page), PATIENCE).toEqual(['Failed to subscribe'])
      await subscribe(page, 'asha')
      await expect
        .poll(() => alerts(page), PATIENCE)
        .toEqual(['Please enter a valid email address'])
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    })

    test('unsubscribing is one step, and opening the link alone does nothing', async () => {
      const email = `juma.${name.replace(' ', '-')}@example.com`
      const first = await visit()
      await subscribe(first.page, email)
      await first.page.getByText('Successfully subscribed').waitFor()
      await first.context.close()
      const { token } = await subscriber(email)
      const visitor = await visit(`/newsletter/unsubscribe/${token}`)
      const { page } = visitor
      await page.getByText('j•••@example.com').waitFor()
      expect((await subscriber(email)).unsubscribed_at).toBeNull()
      await expectSoundPage(visitor, shop)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect
        .poll(() => page.getByRole('main').getByRole('status').allInnerTexts(), PATIENCE)
        .toEqual(['You are unsubscribed.'])
      expect((await subscriber(email)).unsubscribed_at).not.toBeNull()
      await expectSoundPage(visitor, shop)
      await page.reload()
      await page.getByText('You are unsubscribed.').waitFor()
      await visitor.context.close()
    })

    test('a link of somebody else’s making', async () => {
      const { page, context } = await newVisitor(browser, shop, { size })
      const answer = await page.goto('/newsletter/unsubscribe/nothing')
      expect(answer!.status()).toBe(404)
      await waitForHeading(page, 'This link is not valid')
      await context.close()
    })
  })
}
