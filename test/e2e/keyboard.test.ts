import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newPhone } from '../build.ts'
import { buyButton, openPhone, payButton, waitForPromptWords, waitForTickets } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor, TODAYS_SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const MOST_STEPS = 250

function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement)
}

/** Presses Tab until this element has focus, and expects a visible focus ring. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await hasFocus(wanted)) {
      const outline = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(outline).not.toBe('none')
      return
    }
    await page.keyboard.press('Tab')
  }
  expect.fail('the Tab key does not come there')
}

// spec: event-keyboard
test.each(TODAYS_SIZES)(
  'on $name a ticket can be bought by keyboard alone, and focus follows the page',
  async ({ size }) => {
    const { page, context, faults } = await newVisitor(browser, shop, { size })
    const msisdn = newPhone()
    await page.goto('/')
    await page.keyboard.press('Tab')
    expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: /^Nairobi Derby/ }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Nairobi Derby/ }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'One VIP more' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await expect.poll(() => page.getByLabel('Quantity of VIP').inputValue()).toBe('2')
    await tabTo(page, buyButton(page))
    await page.keyboard.press('Enter')
    // After opening, the form has focus.
    await expect.poll(() => hasFocus(page.getByLabel('Phone number'))).toBe(true)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await hasFocus(page.getByLabel('Phone number'))).toBe(true)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(msisdn)
    await tabTo(page, payButton(page))
    await page.keyboard.press('Enter')
    await waitForPromptWords(page)
    await payByKeyboard(await openPhone(context, shop, msisdn))
    await waitForTickets(page)
    await tabTo(page, page.getByRole('link', { name: 'View Ticket →' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'VIP' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)

async function payByKeyboard(phone: Page): Promise<void> {
  // The prompt takes focus without an action, as on a real phone.
  await expect.poll(() => hasFocus(phone.locator('#pin'))).toBe(true)
  await phone.keyboard.type('1234')
  await phone.keyboard.press('Enter')
  await phone.locator('#prompt').waitFor({ state: 'hidden' })
}
