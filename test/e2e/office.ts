import { sql } from 'kysely'
import type { Browser, Page, Route } from 'playwright-core'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../src/accounts/sample-accounts.rules.ts'
import type { Shop } from './shop.ts'
import { newVisitor, PHONE, type Visitor } from './visitor.ts'

export type Person = keyof typeof SAMPLE_ACCOUNTS

/** Somebody's browser, signed in, with no page open yet. */
export async function newColleague(
  browser: Browser,
  shop: Shop,
  { who, size = PHONE }: { who: Person; size?: typeof PHONE },
): Promise<Visitor> {
  const visitor = await newVisitor(browser, shop, { size })
  const { email } = SAMPLE_ACCOUNTS[who]
  const answer = await visitor.context.request.post('/api/auth/token?grant_type=password', {
    data: { email, password: SAMPLE_PASSWORD },
  })
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
  return visitor
}

type Handler = (route: Route) => Promise<void>

/** Calls that match wait for `release`; those after it pass. */
export async function holdCalls(page: Page, pattern: RegExp): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const wait: Handler = async (route) => {
    await released
    // The page may have given the call up meanwhile.
    await route.fallback().catch(() => {})
  }
  await page.route(pattern, wait)
  return { release }
}

/** From now on these calls are answered so. */
export async function answerCalls(
  page: Page,
  pattern: RegExp,
  answer: { status?: number; json: unknown },
): Promise<void> {
  await page.route(pattern, (route) => route.fulfill(answer))
}

/** What a part of the page says, in one line. */
export async function wordsOf(page: Page, name: string): Promise<string> {
  const [text] = await page.getByRole('region', { name }).allInnerTexts()
  return oneLine(text ?? '')
}

/** The big figures of a page by their names. */
export async function readFigures(page: Page): Promise<Record<string, string>> {
  const names = await page.locator('dt').allInnerTexts()
  const values = await page.locator('dd').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, oneLine(values[index] ?? '')]))
}

/** The rows of a table by the names of its columns, read at one moment. */
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

/** A browser tab in which nobody looks, or looks again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

/** The calls of procedures, in the order in which they were asked and answered. */
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

/** Answers procedures by their names; one that has no rows fails as if the network were gone. */
export async function answerProcedures(page: Page, rows: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/rpc\//, (route) => {
    const json = rows[route.request().url().split('/').at(-1)!]
    return json === undefined ? route.abort() : route.fulfill({ json })
  })
}

/** The event of the sample organizer at whose gates most happened. */
export async function busiestEvent({ db }: Shop): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event e join check_in c on c.event_id = e.id
    where e.organizer_id = ${SAMPLE_ACCOUNTS.organizer.id}
    group by e.id order by count(*) desc limit 1`.execute(db)
  return rows[0]!.id
}
