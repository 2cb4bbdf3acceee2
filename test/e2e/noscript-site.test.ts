// spec: find-script
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneBrowser } from './one-shop.ts'
import { type Shop, startShop } from './shop.ts'
import { newVisitor, ON_PHONE } from './visitor.ts'

let shop: Shop
let browser: Browser
let page: Page
let one: Bought
let two: Bought
beforeAll(async () => {
  const settings = {
    LIMIT_MISS_PER_ADDRESS: '3',
    LIMIT_CONTACT_PER_ADDRESS: '1',
    TRUST_PROXY: 'yes',
  }
  ;[shop, browser] = await Promise.all([startShop(settings), oneBrowser()])
  const event = await buildDerby(shop)
  ;[one, two] = await Promise.all([
    buyTickets(shop, event, [1, 0]),
    buyTickets(shop, event, [1, 1]),
  ])
})
afterAll(() => shop?.stop())

const main = () => page.getByRole('main')

test('public pages are cacheable for a second and compressed, and pages of one visitor are not cacheable', async () => {
  const ask = async (path: string) => {
    const headers = { 'accept-encoding': 'br', cookie: 'a=b' }
    const answer = await fetch(shop.origin + path, { headers })
    await answer.text()
    const told = ['cache-control', 'content-encoding', 'vary', 'set-cookie', 'age']
    return [answer.status, ...told.map((name) => answer.headers.get(name))]
  }
  for (const path of ['/', '/category/Sports', '/help', '/?fbclid=1', '/?q=derby']) {
    const kept = [200, 'public, max-age=1', 'br', 'accept-encoding', null, null]
    // A page that takes longer than a second to render is private, so on a busy machine the first
    // answer may be.
    await expect.poll(() => ask(path), { message: path }).toEqual(kept)
  }
  for (const path of [`/t/${one.tickets[0]!.ticket_number}`, '/my-ticket', '/organizer/signin']) {
    expect((await ask(path))[1], path).toMatch(/^(private|no-store)/)
  }
})

async function lookUp(reference: string) {
  await page.getByLabel('M-PESA Reference Number').fill(reference)
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Find Ticket' }).click()
  return await answered
}

for (const [index, { name, size }] of ON_PHONE.entries()) {
  describe(`on ${name}`, () => {
    beforeEach(async () => {
      const { context, page: opened } = await newVisitor(browser, shop, { size, script: false })
      // Each width has its own IP address, because rate limits count per address.
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${index + 1}` })
      page = opened
      return () => context.close()
    })

    // spec: too-many-look
    test('the ticket form finds one, several or no tickets, and limits misses', async () => {
      await page.goto('/my-ticket')
      await lookUp(one.reference.toLowerCase())
      await page.waitForURL(`**/t/${one.tickets[0]!.ticket_number}`)
      await page.goto('/my-ticket')
      const several = await lookUp(two.reference)
      expect(several.status()).toBe(200)
      expect(several.headers()['cache-control']).toBe('no-store')
      await waitForHeading(page, '2 tickets found')
      // Search with a locator: getByText ignores text in noscript.
      const refresh = page.locator('noscript meta[http-equiv=refresh]')
      expect(await refresh.getAttribute('content')).toBe('300; url=/my-ticket')
      await page.getByRole('link', { name: 'Stand' }).click()
      await waitForHeading(page, 'Stand')
      await page.goto('/my-ticket')
      const miss = await lookUp('zzzzzzzzzz')
      expect(miss.status()).toBe(404)
      expect(await wordsOf(main())).toContain('No ticket found for this reference number')
      expect(await page.getByLabel('M-PESA Reference Number').inputValue()).toBe('ZZZZZZZZZZ')
      for (let misses = 1; misses < 3; misses++) await lookUp('ZZZZZZZZZZ')
      const limited = await lookUp('ZZZZZZZZZZ')
      expect(limited.status()).toBe(429)
      expect(Number(limited.headers()['retry-after'])).toBeGreaterThan(0)
      expect(await wordsOf(main())).toMatch(/Please try again in \d+ seconds?\./)
    })

    // spec: nothing-bought-here
    test('the success page without a purchase leads to the tickets', async () => {
      await page.goto('/success')
      // Search with a locator: getByText ignores text in noscript.
      await page.locator('noscript h1', { hasText: 'Looking for your tickets?' }).waitFor()
      await page.locator('noscript a', { hasText: 'Find Your Ticket' }).click()
      await waitForHeading(page, 'Find Your Ticket')
    })

    test('help questions open, a link opens one, and the search is a form', async () => {
      await page.goto('/help')
      await page.getByText('How do I buy tickets?').click()
      await page.getByText('dial the USSD code *265*25#').waitFor()
      await page.goto('/help#what-to-bring')
      await page.getByText('Your ticket, on your phone or on paper, and a valid ID.').waitFor()
      await page.getByPlaceholder('Search for answers...').fill('OFFICIAL gateway')
      await page.getByPlaceholder('Search for answers...').press('Enter')
      await page.waitForURL('**/help?q=OFFICIAL+gateway')
      expect(await wordsOf(main())).toContain('No answers found')
      await page.getByPlaceholder('Search for answers...').fill('M-PESA gateway')
      await page.getByPlaceholder('Search for answers...').press('Enter')
      await page.waitForURL('**/help?q=M-PESA+gateway')
      expect(await main().locator('summary').allInnerTexts()).toEqual(['Is my payment safe?'])
    })

    test('the contact form is refused with its input, then sent, then limited', async () => {
      const fields = ['Your Name', 'Email Address', 'Subject', 'Message']
      const typed = ['Asha', 'asha@example.com', 'Gate', 'Which one?']
      const field = (label: string) => page.getByRole('form').getByLabel(label, { exact: true })
      async function send(values: string[]) {
        for (const [index, label] of fields.entries()) await field(label).fill(values[index]!)
        const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
        await page.getByRole('button', { name: 'Send Message' }).click()
        return (await answered).status()
      }
      await page.goto('/contact')
      // The browser's own check of required fields accepts a space.
      expect(await send([' ', ...typed.slice(1)])).toBe(422)
      expect(await wordsOf(main())).toContain('Please enter your name')
      expect(await field('Message').inputValue()).toBe('Which one?')
      expect(await send(typed)).toBe(200)
      expect(await wordsOf(main())).toContain(
        "Thank you for your message! We'll get back to you soon.",
      )
      expect(await field('Message').inputValue()).toBe('')
      expect(await send(typed)).toBe(429)
      expect(await field('Message').inputValue()).toBe('Which one?')
    })

    test('the newsletter form subscribes, and unsubscribes in one step', async () => {
      const email = `asha.${size.width}@example.com`
      await page.goto('/newsletter')
      const form = page.getByRole('form', { name: 'Newsletter' })
      await form.getByLabel('Email Address').fill('asha@localhost')
      await form.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByText('Please enter a valid email address').waitFor()
      await form.getByLabel('Email Address').fill(email)
      await form.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByText('Successfully subscribed to newsletter!').waitFor()
      const { token } = await shop.db
        .selectFrom('newsletter_subscriber')
        .select('token')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await page.goto(`/newsletter/unsubscribe/${token}`)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.waitForURL(`**/newsletter/unsubscribe/${token}`)
      await page.getByText('You are unsubscribed.').waitFor()
    })

    test('the table of contents of a policy links to its sections', async () => {
      for (const path of ['/refund-policy', '/terms', '/privacy']) {
        expect((await page.goto(path))!.status()).toBe(200)
        const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
        const href = await last.getAttribute('href')
        await last.click()
        expect(new URL(page.url()).hash).toBe(href)
        expect(await main().locator(`section > h2${href}`).count()).toBe(1)
      }
    })
  })
}
