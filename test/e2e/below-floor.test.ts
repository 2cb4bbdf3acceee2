// Tests pages whose script fails at its start, as in a browser that is too old. The page that the
// server rendered stays, and works without script.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newPhone } from '../build.ts'
import { todays } from '../torture/daily.ts'
import {
  buyButton,
  payButton,
  phoneField,
  waitForHeading,
  waitForTitle,
  wordsOf,
} from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor } from './visitor.ts'

const LAKE_DERBY = '/event/5a17ca10-0002-4000-8000-000000000002'
/** The app's log file, set in shop.ts. */
const LOG = '.data/e2e/app.log'

const { shop, browser } = await oneShop()

async function visit(): Promise<Page> {
  // All test files share one network, and each network may send few reports.
  await shop.db.deleteFrom('rate_count').where('key', 'like', 'page-fault%').execute()
  const { context, page } = await newVisitor(browser, shop, { fresh: true })
  onTestFinished(() => context.close())
  return page
}

/** A fault that breaks every page at its start. `word` matches the report of the fault. */
type Fault = {
  name: string
  word: RegExp
  plant: (page: Page) => Promise<unknown>
  daily?: true
}

const FAULTS: Fault[] = [
  {
    name: 'a script that the browser cannot parse',
    word: /SyntaxError/,
    plant: (page) =>
      page.route('**/assets/entry-client-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'const = 1' }),
      ),
    daily: true,
  },
  {
    name: 'a script that does not load',
    word: /script not loaded/,
    plant: (page) => page.route('**/assets/entry-client-*.js', (route) => route.abort()),
  },
  {
    name: 'a page file that does not load',
    word: /dynamically imported module/,
    plant: (page) => page.route('**/assets/*-page-*.js', (route) => route.abort()),
  },
  {
    name: 'a function that the script needs before it renders',
    word: /matchAgain/,
    plant: (page) => page.addInitScript(breakFunction, 'matchAgain'),
  },
  {
    name: 'a function that is missing while the page renders',
    word: /reverseAgain/,
    plant: (page) => page.addInitScript(breakFunction, 'reverseAgain'),
    daily: true,
  },
  {
    name: 'a function that is missing once the page is rendered',
    word: /effectAgain/,
    plant: (page) => page.addInitScript(breakFunction, 'effectAgain'),
  },
]

/** Breaks a built-in that a page uses before, during or after its first rendering. */
function breakFunction(name: string): void {
  const fail = () => {
    throw new TypeError(`${name} is not a function`)
  }
  if (name === 'matchAgain')
    Object.defineProperty(window, '__staticRouterHydrationData', { set: fail })
  else if (name === 'reverseAgain') Array.prototype.reverse = fail
  else Object.defineProperty(window, '__earlyTaps', { get: () => fail, set: () => {} })
}

/** The reports of event pages. Other files' tests write to the log, too, and report other pages. */
const reports = async () =>
  (await readFile(LOG, 'utf8')).match(/^.*"shown":"\/event".*a page did not start.*$/gm) ?? []

// spec: below-floor-error
describe.each(todays(FAULTS))('$name', ({ word, plant }) => {
  test('leaves the page of the server, whose forms post, and is logged once', async () => {
    const page = await visit()
    await plant(page)
    const before = (await reports()).length
    await page.goto(LAKE_DERBY)
    await waitForTitle(page, /^Lake Derby/)
    await page.getByText('Choose your tickets, then continue to payment.').waitFor()
    await expect.poll(async () => (await reports()).length).toBe(before + 1)
    expect((await reports()).at(-1)).toMatch(word)
    expect(await page.title()).toMatch(/^Lake Derby/)
    const phone = newPhone()
    await page.getByLabel('Quantity of Standard').fill('2')
    await buyButton(page).click()
    await phoneField(page).fill(phone)
    await payButton(page).click()
    await page.waitForURL(/\/pay\/[0-9a-f-]{36}/)
    await page.getByText('This page refreshes every 5 seconds.').waitFor()
    await shop.sandbox.pay(phone)
    await page.waitForURL(/\/success\?order=/)
    await waitForHeading(page, 'Payment Complete!')
  })
})

test('a number typed before the script failed stays in its field', async () => {
  const page = await visit()
  await page.addInitScript(breakFunction, 'reverseAgain')
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  const before = (await reports()).length
  await page.goto(LAKE_DERBY, { waitUntil: 'commit' })
  const field = page.getByLabel('Quantity of Standard')
  await field.fill('2')
  typed.resolve()
  await expect.poll(async () => (await reports()).length).toBe(before + 1)
  expect(await field.inputValue()).toBe('2')
})

// spec: below-floor-sheet
test('without cascade layers a page is plain, ordered text with the width of the screen', async () => {
  const page = await visit()
  await page.route(`**${LAKE_DERBY}`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('not (color:revert-layer)', '(color:red)')
    await route.fulfill({ response: answer, body: withoutLayers(html) })
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(LAKE_DERBY)
  const button = page.getByRole('button', { name: 'Click to Buy' })
  await button.waitFor()
  const layout = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    padding: getComputedStyle(document.body).paddingLeft,
  }))
  expect(layout).toEqual({ wide: 360, padding: '16px' })
  const { height, width } = (await button.boundingBox())!
  expect(height).toBeGreaterThanOrEqual(44)
  expect(width).toBeLessThanOrEqual(328)
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
    'rgb(180, 67, 12)',
  )
  const words = await wordsOf(page.getByRole('main'))
  const order = ['Lake Derby', 'Standard', 'Click to Buy'].map((word) => words.indexOf(word))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order[0]).toBeGreaterThanOrEqual(0)
})

/** Removes the blocks that browsers without cascade layers ignore. */
function withoutLayers(html: string): string {
  let rest = html
  for (let at = rest.indexOf('@layer'); at >= 0; at = rest.indexOf('@layer')) {
    let end = rest.indexOf('{', at)
    if (rest.indexOf(';', at) < end) end = rest.indexOf(';', at)
    else
      for (let depth = 1; depth > 0; ) {
        end += 1
        if (rest[end] === '{') depth += 1
        if (rest[end] === '}') depth -= 1
      }
    rest = rest.slice(0, at) + rest.slice(end + 1)
  }
  return rest
}

// spec: below-floor-gate
describe('the gate app', () => {
  const words = /^It needs JavaScript, in Chrome or Samsung Internet 99, Safari 15.4, Firefox 98/

  test('says which browser it needs if its script does not run', async () => {
    const page = await visit()
    await page.route('**/gate/assets/app-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const = 1' }),
    )
    await page.goto('/gate/')
    await page.getByText(words).waitFor()
  })

  test('says so if its first screen fails', async () => {
    const page = await visit()
    await page.addInitScript(() => {
      Document.prototype.createElement = () => {
        throw new TypeError('createElement is not a function')
      }
    })
    await page.goto('/gate/')
    await page.getByText(words).waitFor()
  })

  test('without script says so, too', async () => {
    const { context, page } = await newVisitor(browser, shop, { script: false })
    onTestFinished(() => context.close())
    await page.goto('/gate/')
    await page.locator('noscript p', { hasText: words }).waitFor()
  })
})

// spec: below-floor-error
test('the back office says which browser it needs', async () => {
  const page = await visit()
  await page.route('**/assets/entry-client-*.js', (route) => route.abort())
  for (const path of ['/organizer/signin', '/organizer/dashboard']) {
    await page.goto(path)
    await page.getByText('This page needs JavaScript, in Chrome').waitFor()
  }
})
