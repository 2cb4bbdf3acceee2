// Tests of an invitation by SMS to a person without an account.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { newPhone } from '../build.ts'
import { mailedLink, newAccount, ORGANIZER, signIn } from './entrance.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readSms } from './sms.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, newVisitor, PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The organizer invites a new phone. Returns the link in the SMS. */
async function invitedLink(): Promise<string> {
  const owner = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  const phone = newPhone()
  await owner.page.goto('/organizer/team')
  await field(owner.page, 'Email or phone number').fill(phone)
  await button(owner.page, 'Send Invitation').click()
  const text = await readSms(shop, phone, /^Join the team of /)
  await owner.context.close()
  return /\S+\/organizer\/join#\S+/.exec(text)![0]
}

// spec: team-invitation-kept
test('an invitation by SMS survives the sign-up: the confirmed person opens it by one click', async () => {
  const guest = await newVisitor(browser, shop, { size: PHONE })
  const { page } = guest
  await page.goto(await invitedLink())
  await page.getByText(ORGANIZER).waitFor()
  await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
  const email = `${randomUUID()}@club.example`
  await field(page, 'Full name').fill('Asha Mwangi')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(SAMPLE_PASSWORD)
  await field(page, 'Confirm password').fill(SAMPLE_PASSWORD)
  await button(page, 'Create Account').click()
  // The email opens in another tab of the browser.
  const tab = await guest.context.newPage()
  await tab.goto(await mailedLink(shop, email, '/organizer/confirm'))
  await button(tab, 'Confirm email').click()
  await tab.getByRole('link', { name: 'Open Your Invitation' }).waitFor()
  await expectSoundPage({ ...guest, page: tab }, shop)
  await tab.getByRole('link', { name: 'Open Your Invitation' }).click()
  await button(tab, 'Accept').click()
  await tab.getByText('You joined the team.').waitFor()
  // The browser has forgotten the accepted invitation, so it opens the dashboard.
  await tab.goto('/organizer/signin')
  await tab.waitForURL(/\/organizer\/dashboard$/)
  await guest.context.close()
})

// spec: team-invitation-kept
test('an invitation by SMS survives a sign-in on another page, but only the first', async () => {
  const guest = await newVisitor(browser, shop, { size: PHONE })
  const { page, context } = guest
  const email = `${randomUUID()}@club.example`
  await newAccount(context, shop, email)
  await context.clearCookies()
  const link = await invitedLink()
  await page.goto(link)
  await page.getByRole('link', { name: 'Sign Up', exact: true }).click()
  await page.goto('/organizer/signin')
  await signIn(page, email)
  await button(page, 'Accept').waitFor()
  expect(page.url()).toBe(link)
  // A person who signs in later may not be the invited person.
  await context.clearCookies()
  await page.goto('/organizer/signin')
  await signIn(page, email)
  await page.waitForURL(/\/organizer\/dashboard$/)
  await context.close()
})
