// spec: access-axe-finds
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CONSENT } from '../../src/site/newsletter.rules.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const NEWSLETTER = '**/api/functions/newsletter'

const { shop, browser } = await oneShop()

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

/**
 * Failed responses, each with the text shown to the visitor. Consecutive texts differ, so that the
 * test notices each change.
 */
const FAILURES: [answer: { status: number; body: string }, words: string][] = [
  [{ status: 500, body: '{}' }, 'Failed to subscribe'],
  [{ status: 503, body: '{"error":"Full","code":"x"}' }, 'Full'],
]

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    async function visit(): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await visitor.page.goto('/newsletter')
      await waitForHeading(visitor.page, 'Newsletter')
      return visitor
    }

    // spec: newsletter-subscribing-successfully, newsletter-email-required, unsubscribing-step
    test('a visitor subscribes with the consent next to the form, and unsubscribes by a button, not by opening the link', async () => {
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
      const email = `asha.${size.width}@example.com`
      await subscribe(page, email)
      const busy = form(page).getByRole('button', { name: 'Subscribing...' })
      await busy.waitFor()
      expect(await busy.isDisabled()).toBe(true)
      answer()
      await expect
        .poll(() => form(page).getByRole('status').allInnerTexts())
        .toEqual(['Successfully subscribed to newsletter!'])
      expect(await field(page).inputValue()).toBe('')
      const { token, ...kept } = await subscriber(email)
      expect(kept).toMatchObject({
        consent_text: CONSENT,
        consent_source: 'newsletter',
        unsubscribed_at: null,
      })
      await expectSoundPage(visitor, shop)
      await page.goto(`/newsletter/unsubscribe/${token}`)
      await page.getByText('a•••@example.com').waitFor()
      expect((await subscriber(email)).unsubscribed_at).toBeNull()
      await expectSoundState(visitor, shop)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect
        .poll(() => page.getByRole('main').getByRole('status').allInnerTexts())
        .toEqual(['You are unsubscribed.'])
      expect((await subscriber(email)).unsubscribed_at).not.toBeNull()
      await expectSoundState(visitor, shop)
      await page.reload()
      await page.getByText('You are unsubscribed.').waitFor()
      await visitor.context.close()
    })

    // spec: newsletter-email-required, newsletter-failure-server-error
    test('a failure keeps the address: an error, no network, no address, and an invented link', async () => {
      const visitor = await visit()
      const { page } = visitor
      const expectWords = (words: string) => expect.poll(() => alerts(page)).toEqual([words])
      for (const [answer, words] of FAILURES) {
        await page.route(
          NEWSLETTER,
          (route) => route.fulfill({ contentType: 'application/json', ...answer }),
          { times: 1 },
        )
        await subscribe(page, 'asha@example.com')
        await expectWords(words)
        expect(await field(page).inputValue()).toBe('asha@example.com')
      }
      await page.route(NEWSLETTER, (route) => route.abort())
      await subscribe(page, 'asha@example.com')
      await expectWords('Failed to subscribe')
      await subscribe(page, 'asha')
      await expectWords('Please enter a valid email address')
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await expectSoundPage(visitor, shop)
      expect((await page.goto('/newsletter/unsubscribe/nothing'))!.status()).toBe(404)
      await waitForHeading(page, 'This link is not valid')
      await visitor.context.close()
    })
  })
}
