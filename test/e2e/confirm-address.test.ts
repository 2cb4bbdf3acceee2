// Tests of the page that opens from the link in the confirmation email.
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { mailedLink, newSignUp, signIn, takeSession } from './entrance.ts'
import { pressInVain } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type Visitor } from './visitor.ts'

const NOT_SENT = 'Something went wrong. Please check your connection and try again.'

const { shop, browser } = await oneShop()
let visitor: Visitor
let context: BrowserContext
let page: Page

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })
const words = (text: string) => page.getByText(text, { exact: true })
const emailFor = (person: string) => `${person}-${page.viewportSize()!.width}@club.example`

/** Expects exactly these problems on the page, from top to bottom. */
async function expectProblems(...texts: string[]): Promise<void> {
  await expect
    .poll(() => page.getByRole('alert').allTextContents(), { message: texts.join() })
    .toEqual(texts)
}

async function isOwned(email: string): Promise<boolean> {
  const rows = await shop.db
    .selectFrom('account')
    .select('confirmed_at')
    .where('email', '=', email)
    .execute()
  return rows.length === 1
}

for (const { name, size } of ON_PHONE) {
  describe(`the link that confirms an address on ${name}`, () => {
    beforeEach(async () => {
      visitor = await newVisitor(browser, shop, { size })
      ;({ context, page } = visitor)
    })
    afterEach(() => context.close())

    // spec: confirm-address-mailed
    test('the mailed link confirms by a button and the password, and a lost link is sent again', async () => {
      const email = emailFor('otieno')
      const elsewhere = await newVisitor(browser, shop, { size })
      await newSignUp(elsewhere.context, email)
      await elsewhere.context.close()
      const first = await mailedLink(shop, email, '/organizer/confirm')
      await page.goto('/organizer/signin')
      await signIn(page, email)
      await expectProblems(
        "Confirm your email first: open the link that we've sent you, then sign in.",
      )
      await expectSoundPage(visitor, shop)
      await page.goto('/organizer/forgot')
      await field('Email').fill(email)
      await button('Send Link').click()
      const second = await mailedLink(shop, email, '/organizer/confirm', first)

      await page.goto(first)
      await expectProblems('This link has expired or was already used.')
      await words(
        "If not, enter your email on the next page, and we'll send another link.",
      ).waitFor()
      await expectSoundState(visitor, shop)
      await page.goto(second)
      // Only the token in the address differs from that of the open page, so the browser does not
      // reload the page. The page must use the new token.
      await button('Confirm email').waitFor()
      await page.getByText('Enter the password you chose, or choose a new one.').waitFor()
      expect(await isOwned(email)).toBe(false)
      await expectSoundState(visitor, shop)
      await button('Confirm email').click()
      await expectProblems('Please enter a password')
      await field('Password').fill('not it')
      await button('Confirm email').click()
      await expectProblems('This is not the password you signed up with')
      expect(await isOwned(email)).toBe(false)
      await field('Password').fill(SAMPLE_PASSWORD)
      const confirm = { name: 'Confirm email', busy: 'Confirming...' }
      await pressInVain(page, { ...confirm, call: /\/api\/auth\/confirm$/ })
      await expectProblems(NOT_SENT)
      await button('Confirm email').click()
      await words('Your email is confirmed and you are signed in.').waitFor()
      expect(await isOwned(email)).toBe(true)
      await page.getByRole('link', { name: 'Go to Dashboard' }).click()
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    })

    // spec: confirm-signed-up-here
    test('in the browser that signed up, the button confirms without the password', async () => {
      const email = emailFor('wanjiku')
      await newSignUp(context, email)
      await page.goto(await mailedLink(shop, email, '/organizer/confirm'))
      await words('You signed up in this browser, so you need no password now.').waitFor()
      expect(await page.getByLabel(/password/i).count()).toBe(0)
      await expectSoundPage(visitor, shop)
      await button('Choose a new password').click()
      await field('New password').waitFor()
      await button('Keep my password').click()
      expect(await page.getByLabel(/password/i).count()).toBe(0)
      expect(await isOwned(email)).toBe(false)
      await button('Confirm email').click()
      await words('Your email is confirmed and you are signed in.').waitFor()
      expect(await isOwned(email)).toBe(true)
    })

    // spec: confirm-signed-up-here
    test('the page asks for the password after all if the cookie is gone by the click', async () => {
      const email = emailFor('njeri')
      await newSignUp(context, email)
      await page.goto(await mailedLink(shop, email, '/organizer/confirm'))
      await words('You signed up in this browser, so you need no password now.').waitFor()
      await context.clearCookies({ name: 'lango_sign_up' })
      await button('Confirm email').click()
      await expectProblems('Please enter a password')
      await field('Password').fill(SAMPLE_PASSWORD)
      await button('Confirm email').click()
      await words('Your email is confirmed and you are signed in.').waitFor()
    })

    // spec: accounts-their-owners
    test("a person whose address a stranger signed up chooses a new password, and the stranger's becomes invalid", async () => {
      const email = emailFor('achieng')
      const stranger = await newVisitor(browser, shop, { size })
      await newSignUp(stranger.context, email)
      await page.goto(await mailedLink(shop, email, '/organizer/confirm'))
      await button('Confirm email').click()
      await expectProblems('Please enter a password')
      await button('Choose a new password').click()
      await expectProblems()
      await words('The password chosen at sign-up will no longer work.').waitFor()
      expect(await field('Full name').inputValue()).toBe('Otieno Ouma')
      await field('Full name').fill('')
      await button('Confirm email').click()
      await expectProblems('Please enter your full name', 'Please enter a password')
      await field('Full name').fill('Achieng Ouma')
      await field('New password').fill('kiwanja-kipya')
      await field('Confirm new password').fill('kiwanja-kingine')
      await button('Confirm email').click()
      await expectProblems('Passwords do not match')
      await field('New password').fill('password123')
      await field('Confirm new password').fill('password123')
      await button('Confirm email').click()
      await expectProblems('This password is too common. Please choose another one.')
      await expectSoundPage(visitor, shop)
      await field('New password').fill('kiwanja-kipya')
      await field('Confirm new password').fill('kiwanja-kipya')
      await button('Confirm email').click()
      await words('Your email is confirmed and you are signed in.').waitFor()
      await expect(takeSession(stranger.context, email)).rejects.toThrow('401')
      await stranger.context.close()
    })
  })
}
