import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Pay KES / })
}

export function phoneField(page: Page): Locator {
  return page.getByLabel('Phone number')
}

export function emailField(page: Page): Locator {
  return page.getByLabel('Email (optional)')
}

/** Presses the plus button of each ticket type, once per ticket. */
export async function choose(page: Page, tickets: Record<string, number>): Promise<void> {
  for (const [name, quantity] of Object.entries(tickets)) {
    const more = page.getByRole('button', { name: `One ${name} more` })
    for (let pressed = 0; pressed < quantity; pressed++) await more.click()
  }
}

/** The button to press. On a phone the disabled one is hidden as soon as something is chosen. */
export function buyButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Click to Buy', disabled: false })
}

/** Chooses tickets on the event's page and opens the payment form. */
export async function openForm(page: Page, tickets: Record<string, number>): Promise<void> {
  await choose(page, tickets)
  await buyButton(page).click()
  await phoneField(page).waitFor()
}

/** Opens the event's page, chooses tickets and requests the prompt. */
export async function askToPay(
  page: Page,
  purchase: { path: string; tickets: Record<string, number>; phone: string },
): Promise<void> {
  await page.goto(purchase.path)
  await openForm(page, purchase.tickets)
  await phoneField(page).fill(purchase.phone)
  await payButton(page).click()
}

export async function waitForHeading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name }).waitFor()
}

/** Waits until the page with this title is shown. */
export async function waitForTitle(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Waits for the heading that announces the prompt on the phone. */
export async function waitForPromptWords(page: Page): Promise<void> {
  await waitForHeading(page, /^Enter your M-PESA PIN on /)
}

export async function waitForTickets(page: Page): Promise<void> {
  await page.waitForURL(/\/success/)
  await waitForHeading(page, 'Payment Complete!')
}

/** Expects this error message in the payment form. */
export async function waitForProblem(page: Page, problem: string): Promise<void> {
  await expect
    .poll(() => page.getByRole('form').getByRole('alert').allInnerTexts())
    .toEqual([problem])
}

/** Returns the rows of a definition list, each with its name and value. */
export async function rowsOf(list: Locator): Promise<string[][]> {
  return await list
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())),
    )
}

/** Opens the sandbox's phone page in a second tab. */
export async function openPhone(
  context: BrowserContext,
  shop: Shop,
  msisdn: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.sandbox.origin}/?phone=${msisdn}`)
  return page
}

/** Pays on the phone page, as a person does. */
export async function enterPin(phone: Page, pin: string): Promise<void> {
  await phone.locator('#prompt').waitFor()
  await phone.locator('#pin').pressSequentially(pin)
  await phone.locator('#send').click()
  await phone.locator('#prompt').waitFor({ state: 'hidden' })
}

export async function cancelOnPhone(phone: Page): Promise<void> {
  await phone.locator('#cancel').click()
  await phone.locator('#prompt').waitFor({ state: 'hidden' })
}

/** Returns the visible text, split into lines as on the screen. */
export async function wordsOf(shown: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: as shown is what is asked for
  return await shown.innerText()
}
