import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from '../../sandbox/trial.ts'
import { PATIENCE_MS } from '../patience.ts'
import { wordsOf } from './buying.ts'
import { oneBrowser } from './one-shop.ts'
import { expectFits } from './sound-page.ts'
import { PHONE } from './visitor.ts'

// The sandbox's phone page with a simulated shop, because this test needs no real shop.

const ANA = '254712000001'

let trial: Trial
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
beforeAll(async () => {
  browser = await oneBrowser()
})
beforeEach(async () => {
  trial = await startTrial({ validationMs: 5000 })
  context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  faults = []
  context.on('weberror', (error) => faults.push(`${error.error()}`))
  page = await context.newPage()
  await page.goto(`${trial.base}/?phone=${ANA}`)
  await page.getByRole('button', { name: 'Lipa na M-PESA' }).click()
})
afterEach(async () => {
  await context.close()
  await trial.close()
})
afterAll(() => expect(faults).toEqual([]))

const sheet = () => page.getByRole('dialog')
const send = () => sheet().getByRole('button', { name: 'Send' }).click()

async function type(values: {
  business?: string
  account?: string
  amount?: string
  pin?: string
}) {
  const labels = {
    business: 'Business no.',
    account: 'Account no.',
    amount: 'Amount, KES',
    pin: 'M-PESA PIN',
  }
  for (const [name, label] of Object.entries(labels)) {
    const value = values[name as keyof typeof labels]
    if (value !== undefined) await sheet().getByLabel(label).fill(value)
  }
}

const PAYMENT = { business: '174379', account: 'tkt 4k7q', amount: '300', pin: '1234' }

test('the paybill form names each wrong field, then pays, and an SMS arrives', async () => {
  await expectFits(page)
  const steps = [
    [{}, 'Enter the business number, digits only.', 'Business no.'],
    [{ business: '174379' }, 'Enter the account number.', 'Account no.'],
    [{ account: 'tkt 4k7q' }, 'Enter whole shillings.', 'Amount, KES'],
    [{ amount: '1.5' }, 'Enter whole shillings.', 'Amount, KES'],
    [{ amount: '300', pin: '12' }, 'Enter the four digits of the PIN.', 'M-PESA PIN'],
  ] as const
  for (const [values, words, label] of steps) {
    await type(values)
    await send()
    expect(await wordsOf(sheet().getByRole('alert'))).toBe(words)
    expect(
      await sheet()
        .getByLabel(label)
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
  }
  await expectFits(page)
  await type({ pin: '1234' })
  await send()
  await page.getByText('You paid KES 300.').waitFor()
  expect(await sheet().count()).toBe(0)
  const [row] = await trial.ledger()
  expect(row).toMatchObject({ kind: 'paybill', account_reference: 'tkt 4k7q', amount: 300 })
  await page
    .getByText(`${row.receipt} Confirmed. Ksh300.00 sent to LANGO TICKETS for account tkt 4k7q.`)
    .waitFor()
})

test('a refused payment keeps the input, except for the PIN', async () => {
  await trial.registerUrls()
  trial.listener.script.answer = () => '{"ResultCode":"C2B00012","ResultDesc":"Rejected"}'
  const refused: [object, string][] = [
    [PAYMENT, 'The business does not know this account number. Nothing was paid.'],
    [{ pin: '9999' }, 'Wrong PIN. Nothing was paid.'],
    [{ pin: '1234', amount: '60000' }, 'Not enough balance to pay KES 60,000.'],
    [{ pin: '1234', business: '600000' }, 'There is no such business number. Nothing was paid.'],
  ]
  for (const [values, words] of refused) {
    await type(values)
    await send()
    await sheet().getByText(words).waitFor()
    expect(await sheet().getByLabel('M-PESA PIN').inputValue()).toBe('')
  }
  expect(await sheet().getByLabel('Account no.').inputValue()).toBe('tkt 4k7q')
  expect(await trial.ledger()).toEqual([])
})

test('a form cancelled by button or key is empty the next time', async () => {
  for (const leave of ['Cancel', 'Escape']) {
    await type(PAYMENT)
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await sheet().getByRole('button', { name: leave }).click()
    await expect.poll(() => sheet().count()).toBe(0)
    await page.getByRole('button', { name: 'Lipa na M-PESA' }).click()
    expect(await sheet().getByLabel('Account no.').inputValue()).toBe('')
  }
  expect(await trial.ledger()).toEqual([])
})
