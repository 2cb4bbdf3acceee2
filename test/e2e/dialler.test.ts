import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from '../../sandbox/trial.ts'
import { PATIENCE_MS } from '../patience.ts'
import { wordsOf } from './buying.ts'
import { oneBrowser } from './one-shop.ts'
import { expectFits } from './sound-page.ts'
import { PHONE } from './visitor.ts'

// The sandbox's phone page with a simulated USSD service, because dialling needs no real shop.

const ANA = '254712000001'
const BEN = '254712000002'
/** A text with the maximum number of characters that Safaricom shows. */
const LONG =
  `Sounds of the Lake, Kisumu Sports Ground\n${'1. Standard 1,500: 88 left\n'.repeat(4)}`.padEnd(
    160,
    '0',
  )

let trial: Trial
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
beforeAll(async () => {
  browser = await oneBrowser()
})
beforeEach(async () => {
  trial = await startTrial()
  trial.listener.script.answer = (path, { text }) => {
    if (path !== '/cb/u/menu') return '{"ResultCode":0}'
    return text.endsWith('9') ? 'END Bye' : text === '' ? `CON ${LONG}` : `CON Got ${text}`
  }
  context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  faults = []
  context.on('weberror', (error) => faults.push(`${error.error()}`))
  page = await context.newPage()
  await page.goto(`${trial.base}/?phone=${ANA}`)
})
afterEach(async () => {
  await context.close()
  await trial.close()
})
afterAll(() => expect(faults).toEqual([]))

const screen = () => page.locator('#ussd-screen')
const waitForScreen = (words: string) => expect.poll(() => screen().textContent()).toBe(words)
const press = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
const openDialler = () => page.getByRole('button', { name: 'Dial', exact: true }).click()
const turns = () => trial.told('/cb/u/menu')

async function dial(): Promise<void> {
  await openDialler()
  await press('Call')
  await waitForScreen(LONG)
}

async function answer(text: string): Promise<void> {
  await page.getByLabel('Answer').fill(text)
  await press('Send')
}

// spec: sandbox-ussd-page
test('a session shows each screen as the service wrote it, and the last one with OK only', async () => {
  await openDialler()
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('*265*25#')
  await expectFits(page)
  await press('Call')
  await waitForScreen(LONG)
  await expectFits(page)
  await press('Send')
  expect(await wordsOf(page.getByRole('dialog').getByRole('alert'))).toBe('Type an answer.')
  await answer('1')
  await waitForScreen('Got 1')
  // After an input the field is empty and accepts the next input immediately.
  expect(await page.getByLabel('Answer').inputValue()).toBe('')
  expect(
    await page.getByLabel('Answer').evaluate((field) => field === document.activeElement),
  ).toBe(true)
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await waitForScreen('Bye')
  expect(await page.getByRole('dialog').getByRole('button').allInnerTexts()).toEqual(['OK'])
  await press('OK')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(turns().map(({ text }) => text)).toEqual(['', '1', '1*9'])
})

// spec: sandbox-ussd-page
test("the keys dial, an invalid code is refused, and an unknown code gets the network's error", async () => {
  await openDialler()
  await press('Erase')
  await press('Call')
  expect(await wordsOf(page.getByRole('dialog').getByRole('alert'))).toBe(
    'Enter a code such as *265*25#.',
  )
  for (const key of ['star', '7', 'hash']) await press(key)
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('*265*25*7#')
  await press('Call')
  await waitForScreen('Got 7')
  await press('Cancel')
  await openDialler()
  await page.getByLabel('Code', { exact: true }).fill('*144#')
  await press('Call')
  await waitForScreen('Connection problem or invalid MMI code.')
  await press('OK')
  expect(turns()).toHaveLength(1)
})

test('Cancel and Escape end the session, and the phone can dial again', async () => {
  for (const leave of ['Cancel', 'Escape']) {
    await dial()
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await press(leave)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(async () => (await trial.get(`/phones/${ANA}`)).json.ussd.open).toBe(false)
  }
  expect(turns()).toHaveLength(2)
})

test('a state requested before Cancel does not bring the session back', async () => {
  await dial()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(
    '**/page/state?*',
    async (route) => {
      const stillOpen = await route.fetch()
      asked.resolve()
      await held.promise
      await route.fulfill({ response: stillOpen })
    },
    { times: 1 },
  )
  await asked.promise
  const seen = page.waitForResponse('**/page/state?*')
  await press('Cancel')
  await seen
  // The delayed response arrives last. The page processes it before it sends its next request, so
  // wait for the next request.
  const late = page.waitForRequest('**/page/state?*')
  held.resolve()
  await late
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the page shows sessions that were dialled or ended elsewhere, and those of another phone', async () => {
  await trial.dial(ANA)
  await waitForScreen(LONG)
  await page.getByLabel('Answer').fill('half an ans')
  await trial.send('DELETE', `/phones/${ANA}/ussd`)
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).waitFor()
  await press('OK')
  await dial()
  await page.getByLabel('Add a phone by its number').fill('0712000002')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.locator(`[data-msisdn="${ANA}"]`).click()
  await waitForScreen(LONG)
  expect((await trial.get(`/phones/${BEN}`)).json.ussd).toBe(null)
})

// spec: sandbox-ussd-prompt
test('a prompt that arrives after the session is above its last screen', async () => {
  await dial()
  await answer('9')
  await waitForScreen('Bye')
  await trial.push(ANA)
  await page.locator('#pin').waitFor()
  await page.locator('#pin').pressSequentially('1234')
  await page.locator('#send').click()
  await page.getByText('You paid KES 1,000.').waitFor()
})
