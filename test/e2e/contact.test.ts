// spec: access-axe-finds
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop, REACH } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const CONTACT = '**/api/functions/contact'
const LABELS = ['Your Name', 'Email Address', 'Subject', 'Message']
const TYPED = ['Asha Otieno', 'asha@example.com', 'Which gate?', 'Line one\nLine two']

const { shop, browser } = await oneShop()

const field = (page: Page, label: string) =>
  page.getByRole('form', { name: 'Contact' }).getByLabel(label, { exact: true })

async function fill(page: Page, values = TYPED): Promise<void> {
  for (const [index, label] of LABELS.entries()) await field(page, label).fill(values[index]!)
}

const values = (page: Page) => Promise.all(LABELS.map((label) => field(page, label).inputValue()))

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()
const alerts = (page: Page) => page.getByRole('form').getByRole('alert').allInnerTexts()

function stored() {
  return shop.db.selectFrom('contact_message').selectAll().orderBy('created_at', 'desc').execute()
}

/**
 * Failed responses, each with the text shown to the visitor. Consecutive texts differ, so that the
 * test notices each change.
 */
const FAILURES: [answer: { status: number; body: string }, words: string][] = [
  [{ status: 500, body: '{}' }, 'Failed to send message'],
  [{ status: 503, body: '{"error":"Closed today","code":"x"}' }, 'Closed today'],
]

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    async function visit(): Promise<Visitor> {
      const visitor = await newVisitor(browser, shop, { size })
      await visitor.page.goto('/contact')
      await waitForHeading(visitor.page, 'Contact')
      return visitor
    }

    // spec: contact-support-address, contact-four-required
    test('the page shows the contact details of the settings, and an empty form names each field and sends nothing', async () => {
      const visitor = await visit()
      const { page } = visitor
      const calls: string[] = []
      page.on('request', (request) => calls.push(request.method()))
      const mail = page.getByRole('link', { name: REACH.email })
      expect(await mail.getAttribute('href')).toBe(`mailto:${REACH.email}`)
      const phone = page.getByRole('link', { name: REACH.phone })
      expect(await phone.getAttribute('href')).toBe('tel:+254711222333')
      expect(await wordsOf(page.getByRole('main'))).toContain(REACH.office)
      expect(await field(page, 'Message').getAttribute('rows')).toBe('6')
      for (const label of LABELS) {
        expect(await field(page, label).evaluate((input: HTMLInputElement) => input.required)).toBe(
          true,
        )
      }
      await expectSoundPage(visitor, shop)
      await send(page)
      await expect
        .poll(() => alerts(page))
        .toEqual([
          'Please enter your name',
          'Please enter your email address',
          'Please enter a subject',
          'Please write your message',
        ])
      expect(calls).not.toContain('POST')
      const first = field(page, 'Your Name')
      expect(await first.evaluate((input) => input === document.activeElement)).toBe(true)
      await expectSoundState(visitor, shop)
      await fill(page, ['Asha', 'asha', 'Hi', 'Yes'])
      await send(page)
      await expect.poll(() => alerts(page)).toEqual(['Please enter a valid email address'])
      await visitor.context.close()
    })

    // spec: contact-send-message, contact-failure-server-error
    test('a failed or offline submission loses nothing; a successful one shows the busy text, the thanks and empty fields', async () => {
      const visitor = await visit()
      const { page } = visitor
      const expectFailure = async (words: string) => {
        await expect.poll(() => alerts(page)).toEqual([words])
        expect(await values(page)).toEqual(TYPED)
      }
      const before = (await stored()).length
      await fill(page)
      for (const [answer, words] of FAILURES) {
        const contentType = 'application/json'
        await page.route(CONTACT, (route) => route.fulfill({ contentType, ...answer }), {
          times: 1,
        })
        await send(page)
        await expectFailure(words)
      }
      await page.route(CONTACT, (route) => route.abort(), { times: 1 })
      await send(page)
      await expectFailure('Failed to send message')
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route(CONTACT, async (route) => {
        await held
        await route.continue()
      })
      await send(page)
      const busy = page.getByRole('button', { name: 'Sending...' })
      await busy.waitFor()
      expect(await busy.isDisabled()).toBe(true)
      answer()
      const thanks = page.getByRole('form').getByRole('status')
      await expect
        .poll(() => thanks.allInnerTexts())
        .toEqual(["Thank you for your message! We'll get back to you soon."])
      expect(await values(page)).toEqual(['', '', '', ''])
      expect(await thanks.evaluate((notice) => notice === document.activeElement)).toBe(true)
      const messages = await stored()
      expect(messages).toHaveLength(before + 1)
      expect(messages[0]).toMatchObject({ name: 'Asha Otieno', message: 'Line one\nLine two' })
      await expectSoundPage(visitor, shop)
      await visitor.context.close()
    })

    // spec: how-reach-us
    test('contact details that failed to load appear once the network is back', async () => {
      const { page, context } = await visit()
      const leave = (name: string) =>
        page.getByRole('contentinfo').getByRole('link', { name }).click()
      await leave('Help Center')
      await waitForHeading(page, 'Help Center')
      await context.setOffline(true)
      await leave('Contact')
      await waitForHeading(page, 'Contact')
      expect(await page.getByRole('link', { name: REACH.email }).count()).toBe(0)
      await context.setOffline(false)
      await page.getByRole('link', { name: REACH.email }).waitFor()
      await context.close()
    })
  })
}
