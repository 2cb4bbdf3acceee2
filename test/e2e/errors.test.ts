import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitForHeading } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE } from './visitor.ts'

/** The app's log file, set in shop.ts. */
const LOG = '.data/e2e/app.log'

const { shop, browser } = await oneShop()

// spec: access-axe-finds, address-escape-none
test('a form that no page accepts gets our own error page', async () => {
  const form = { method: 'POST', body: new URLSearchParams({ a: 'b' }) }
  const answer = await fetch(`${shop.origin}/help`, form)
  expect(answer.status).toBe(405)
  const html = await answer.text()
  expect(html).toContain('Something went wrong')
  expect(html).not.toContain('POST request')
})

/** Makes the server fail all requests for events while `work` runs. */
async function withoutEvents(work: () => Promise<void>): Promise<void> {
  await sql`alter table event rename to event_gone`.execute(shop.db)
  try {
    await work()
  } finally {
    await sql`alter table event_gone rename to event`.execute(shop.db)
  }
}

describe.each(ON_PHONE)('on $name', ({ size }) => {
  // spec: page-not-found
  test('an unknown address gets our own error page', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto('/no/such/page'))!.status()).toBe(404)
    await waitForHeading(page, 'Page not found')
    await expectSoundPage(visitor, shop)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.waitForURL(`${shop.origin}/`)
    await visitor.context.close()
  })

  // spec: ticket-metadata-unknown-number
  test('an unknown ticket shows no invented details, and a link to find the right ticket', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    expect((await page.goto('/t/0000000000000000'))!.status()).toBe(404)
    await waitForHeading(page, 'Ticket not found')
    expect(await page.getByRole('img', { name: /^QR code/ }).count()).toBe(0)
    await expectSoundPage(visitor, shop)
    await page.getByRole('link', { name: 'Find Your Ticket' }).click()
    await waitForHeading(page, 'Find Your Ticket')
    await visitor.context.close()
  })

  // spec: 500-number-log
  test('a server fault shows a number that is in the log, and trying again works', async () => {
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await withoutEvents(async () => {
      expect((await page.goto('/'))!.status()).toBe(500)
      const number = page.getByText(/^Error number/).locator('b')
      await number.waitFor()
      await expectSoundPage(visitor, shop)
      const id = await number.textContent()
      expect(id).toMatch(/^[0-9a-f]{12}$/)
      await expect.poll(async () => (await readFile(LOG, 'utf8')).includes(id!)).toBe(true)
    })
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('article').first().waitFor()
    await visitor.context.close()
  })
})

type ErrorRequest = { method?: 'GET' | 'POST'; type?: string; text?: string }

/** Sends a request without changing the path; fetch would normalise it. */
function ask(path: string, { method = 'GET', type, text }: ErrorRequest = {}) {
  const headers = type === undefined ? {} : { 'content-type': type }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname: host, port } = new URL(shop.origin)
    const asking = request({ host, port, path, method, headers }, (answer) => {
      let read = ''
      answer.setEncoding('utf8').on('data', (part) => {
        read += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, text: read }))
    })
    asking.on('error', reject).end(text)
  })
}

const LAKE_DERBY = '/event/5a17ca10-0002-4000-8000-000000000002'

describe('no request to a page causes a 5xx response', () => {
  // spec: nothing-client-sends
  test.each([
    ['two slashes', '//'],
    ['three slashes', '///'],
    ['another host', '//other.example/'],
    ['half a host', '//['],
    ['a port that is none', '//a:99999/'],
    ['a whole address', 'http://other.example/'],
    ['a whole address without a path', 'http://other.example?a=1'],
    ['an escape that is none', '/%zz'],
    ['bytes that are no text', '/event/%ff%fe'],
    ['a zero byte', '/t/%00'],
    ['half a letter', '/category/%e0%a4%a'],
    ['an order of a zero byte', '/success?order=%00'],
    ['an order twice', '/success?order=a&order=b'],
    ['a payment of a zero byte', '/pay/%00'],
    ['a short code of a zero byte', '/m/%00'],
    ['a way out', '/t/..%2f..%2fapi%2fevents'],
    ['a choice that is none', `${LAKE_DERBY}?t=%00&q.=-1`],
    ['5,000 letters', `/${'x'.repeat(5000)}`],
  ])('an address with %s causes no 5xx response', async (_what, path) => {
    const { status, text } = await ask(path)
    expect(status, text).toBeLessThan(500)
    // '/other.example' is harmless, because it is a path of this site.
    expect(text).not.toContain('//other.example')
  })

  // spec: nothing-client-sends
  test.each([
    ['a list', 'application/json', '[1]'],
    ['a list of lists', 'application/json', '[["a","b","c"]]'],
    ['a text', 'application/json', '"a"'],
    ['half of something', 'application/json', '{"a":'],
    ['no text', 'application/x-www-form-urlencoded', '%00=%ff&a[b]=c&__proto__=d'],
    ['fields twice', 'application/x-www-form-urlencoded', 'phoneNumber=1&phoneNumber=2'],
    ['something else', 'text/plain', 'phoneNumber=1'],
  ])('a posted body of %s causes no 5xx response', async (_what, type, text) => {
    const pages = ['/', LAKE_DERBY, '/pay/x', '/contact', '/newsletter', '/my-ticket', '/nothing']
    for (const path of pages) {
      const answer = await ask(path, { method: 'POST', type, text })
      expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(500)
    }
  })
})
