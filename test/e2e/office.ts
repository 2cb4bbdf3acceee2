import { sql } from 'kysely'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { takeSession } from './entrance.ts'
import type { Shop } from './shop.ts'
import { newVisitor, PHONE, type Visitor } from './visitor.ts'

type Person = keyof typeof SAMPLE_ACCOUNTS

/** Opens a browser that is signed in, without opening a page. */
export async function newColleague(
  browser: Browser,
  shop: Shop,
  { who, size = PHONE }: { who: Person; size?: typeof PHONE },
): Promise<Visitor> {
  const visitor = await newVisitor(browser, shop, { size })
  await takeSession(visitor.context, SAMPLE_ACCOUNTS[who].email)
  return visitor
}

type Handler = (route: Route) => Promise<void>

/** Holds calls that match the pattern until `release` is called. Later calls are not held. */
export async function holdCalls(page: Page, pattern: RegExp): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const wait: Handler = async (route) => {
    await released
    // The page may have cancelled the call in the meantime.
    await route.fallback().catch(() => {})
  }
  await page.route(pattern, wait)
  return { release }
}

type Press = { name: string; busy: string; call: RegExp }

/** Presses a button. Expects that the button is busy and disabled until its call has ended. */
export async function pressAndWait(page: Page, { name, busy, call }: Press): Promise<void> {
  const held = await holdCalls(page, call)
  await page.getByRole('button', { name, exact: true }).click()
  const button = page.getByRole('button', { name: busy, exact: true })
  // While the call is held, the button has the busy text; `isEnabled` waits for a button with this
  // text.
  if (await button.isEnabled()) throw new Error(`'${busy}' can be pressed`)
  held.release()
}

/** Presses a button whose call fails, and waits until the button is enabled again. */
export async function pressInVain(page: Page, press: Press): Promise<void> {
  await page.route(press.call, (route) => route.abort())
  await pressAndWait(page, press)
  await page.getByRole('button', { name: press.name, exact: true }).waitFor()
  await page.unrouteAll()
}

/** Replaces the response to all calls of this pattern from now on. */
export async function answerCalls(
  page: Page,
  pattern: RegExp,
  answer: { status?: number; json: unknown },
): Promise<void> {
  await page.route(pattern, (route) => route.fulfill(answer))
}

/** Returns the text of a named part of the page, in one line. */
export async function wordsOf(page: Page, name: string): Promise<string> {
  const [text] = await page.getByRole('region', { name }).allInnerTexts()
  return oneLine(text ?? '')
}

/** Returns the figures on a page by their names. */
export async function readFigures(page: Page): Promise<Record<string, string>> {
  const names = await page.locator('dt').allInnerTexts()
  const values = await page.locator('dd').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, oneLine(values[index] ?? '')]))
}

/** Returns the rows of a table by column name. All cells are read at the same moment. */
export async function readTable(page: Page, name: string): Promise<Record<string, string>[]> {
  const table = page.getByRole('table', { name })
  const names = await table.getByRole('columnheader').allTextContents()
  const texts = await table.getByRole('cell').allInnerTexts()
  if (names.length === 0) return []
  return Array.from({ length: texts.length / names.length }, (_, row) =>
    Object.fromEntries(
      names.map((column, index) => [column, oneLine(texts[row * names.length + index]!)]),
    ),
  )
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Hides the browser tab, or shows it again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

/** Records the messages that the page writes to the console. */
export function recordLog(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  return lines
}

/** Records calls of reporting procedures in their order, with the responses. */
export function recordProcedures(page: Page): string[] {
  const calls: string[] = []
  const record = (url: string, what: string) => {
    const name = /\/api\/rpc\/(\w+)/.exec(url)?.[1]
    if (name) calls.push(`${name} ${what}`)
  }
  page.on('request', (request) => record(request.url(), 'asked'))
  page.on('response', (response) => record(response.url(), 'answered'))
  return calls
}

/**
 * Replaces the responses of reporting procedures, by name. A call of a procedure without rows fails
 * as if the network were lost.
 */
export async function answerProcedures(page: Page, rows: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/rpc\//, (route) => {
    const json = rows[route.request().url().split('/').at(-1)!]
    return json === undefined ? route.abort() : route.fulfill({ json })
  })
}

/** Returns the sample organizer's event with the most check-ins. */
export const busiestEvent = async (shop: Shop) => (await eventsByCheckIns(shop)).at(-1)!

/** Returns the sample organizer's event with the fewest check-ins, but at least one. */
export const quietestEvent = async (shop: Shop) => (await eventsByCheckIns(shop))[0]!

async function eventsByCheckIns({ db }: Shop): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event e join check_in c on c.event_id = e.id
    where e.organizer_id = ${SAMPLE_ACCOUNTS.organizer.id}
    group by e.id order by count(*)`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Makes both choices in one task, so that the page has not yet rendered the first choice at the
 * time of the second.
 */
export async function chooseBoth(page: Page, choices: Record<string, string>): Promise<void> {
  await page.evaluate((wanted) => {
    for (const select of document.querySelectorAll('select')) {
      const label = select.getAttribute('aria-label') ?? select.labels[0]?.textContent ?? ''
      const option = [...select.options].find(({ text }) => text === wanted[label.trim()])
      if (!option) continue
      select.value = option.value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, choices)
}

/**
 * Opens the menu of the back office. On a laptop the menu is next to the page, on a phone behind a
 * button.
 */
export async function openMenu(page: Page): Promise<Locator> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (page.viewportSize()!.width >= 1280) return page.getByRole('complementary')
  await menu.click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Opens a page from the menu, without a new document. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = await openMenu(page)
  // The link to the work list ends with the number of tasks.
  await menu.getByRole('link', { name: new RegExp(`^${name}( ?, \\d+ tasks?)?$`) }).click()
}
