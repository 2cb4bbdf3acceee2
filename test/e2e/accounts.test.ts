import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  DASHBOARD,
  ENTRANCE,
  headerLink,
  mailedLink,
  newAccount,
  ORGANIZER,
  signIn,
  takeSession,
} from './entrance.ts'
import { fakeClock, holdClock } from './held-clock.ts'
import { findFaults } from './inspect-page.ts'
import { answerCalls, pressInVain } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf, expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, type PHONE, TODAYS_SIZES, type Visitor } from './visitor.ts'

const NOT_SENT = 'Something went wrong. Please check your connection and try again.'

const { shop, browser } = await oneShop()
let visitor: Visitor
let context: BrowserContext
let page: Page

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })
const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name })
const words = (text: string) => page.getByText(text, { exact: true })

/** Expects exactly these problems on the page, from top to bottom. */
async function expectProblems(...texts: string[]): Promise<void> {
  await expect
    .poll(() => page.getByRole('alert').allTextContents(), { message: texts.join() })
    .toEqual(texts)
}

async function enter(size: typeof PHONE) {
  visitor = await newVisitor(browser, shop, { size })
  ;({ context, page } = visitor)
  return () => context.close()
}

/** The person's address. It differs by width, so that each width uses different accounts. */
function emailFor(person: string): string {
  return `${person}-${page.viewportSize()!.width}@club.example`
}

for (const { name, size } of ON_PHONE) {
  describe(`the entrance on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: organizer-signin-fields-subtitle, routes-organizer-goes, signin-bad-credentials-invalid
    // spec: signin-exception-error-occurred
    test('sign-up says what is missing and what is wrong, then leads to the dashboard', async () => {
      await page.goto('/organizer')
      await page.waitForURL(ENTRANCE)
      await heading('Organizer Sign In').waitFor()
      await words('Access your event organizer dashboard').waitFor()
      await button('Sign In').click()
      await expectProblems('Please enter your email address', 'Please enter a password')
      expect(await field('Email').evaluate((input) => input === document.activeElement)).toBe(true)
      await expectSoundPage(visitor, shop)
      await signIn(page, ORGANIZER, 'not it')
      await expectProblems('Invalid credentials. Please check your email and password.')
      await field('Password').fill('karibu-lango')
      const call = /grant_type=password/
      await pressInVain(page, { name: 'Sign In', busy: 'Signing in...', call })
      await expectProblems('An error occurred during sign in. Please try again.')
      await button('Sign In').click()
      await page.waitForURL(DASHBOARD)
      await heading('Welcome back').waitFor()
      expect(await page.evaluate(() => document.cookie)).not.toContain('lango_session')
      expect(visitor.faults).toEqual([])
    })

    // spec: entrance-tickets
    test('a visitor looking for a ticket finds the way from Sign In and Order History', async () => {
      const inHeader = () => headerLink(page, 'Sign In')
      const inFooter = () =>
        page.getByRole('contentinfo').getByRole('link', { name: 'Order History' })
      for (const way of [inHeader, inFooter]) {
        await page.goto('/')
        await (await way()).click()
        await page.waitForURL(/\/organizer\/signin/)
        await heading('Organizer Sign In').waitFor()
        const told = words('Bought a ticket? Find it here')
        await told.waitFor()
        // The link is visible without scrolling, above the fields of the sign-in form.
        const email = (await field('Email').boundingBox())!
        expect((await told.boundingBox())!.y).toBeLessThan(email.y)
        await page.getByRole('link', { name: 'Find it here' }).click()
        await page.waitForURL('**/my-ticket')
        await heading('Find Your Ticket').waitFor()
      }
      expect(visitor.faults).toEqual([])
    })

    // spec: routes-organizer-goes, header-dashboard-signed
    test('the main site links to the sign-in and back, and a sign-in returns to the page that required it', async () => {
      await page.goto('/')
      await (await headerLink(page, 'Sign In')).click()
      await page.waitForURL(ENTRANCE)
      await page.getByRole('link', { name: 'Back to the main site' }).click()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Order History' }).click()
      await page.waitForURL(/signin\?to=%2Forganizer%2Ftickets$/)
      await signIn(page)
      await heading('Tickets Overview').waitFor()
      await page.goto('/organizer/signin?to=//evil.example/organizer/x')
      await page.waitForURL(DASHBOARD)
      await page.goto('/')
      await (await headerLink(page, 'Dashboard')).click()
      await heading('Welcome back').waitFor()
      // The server renders the same page for every visitor.
      const html = await (await context.request.get(shop.origin)).text()
      expect(html).toContain('Sign In')
      expect(html).not.toContain('/organizer/dashboard')
      expect(visitor.faults).toEqual([])
    })
  })
}

for (const { name, size } of TODAYS_SIZES) {
  describe(`the entrance on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: organizer-signup-required-fields, signup-account-created, signup-check-inbox
    // spec: signup-failure-service-message
    test('sign-up checks the fields, shows the panel, and opens the sign-in after 3000 ms', async () => {
      await fakeClock(page)
      await page.goto('/organizer/signup')
      // Before hydration the browser itself reports missing fields, with the browser's own texts.
      await page.locator('form[novalidate]').waitFor()
      await button('Create Account').click()
      await expectProblems(
        'Please enter your full name',
        'Please enter your email address',
        'Please enter a password',
      )
      await expectSoundHalf(visitor, shop)
      await expectEachFault()
      await expectFailedSignUp()
      for (const [link, path] of [
        ['Terms of Service', '/terms'],
        ['Privacy Policy', '/privacy'],
        ['Back to sign in', '/organizer/signin'],
      ] as const) {
        expect(await page.getByRole('link', { name: link }).getAttribute('href')).toBe(path)
      }
      await holdClock(page)
      await button('Create Account').click()
      await heading('Account Created!').waitFor()
      const panel = await page.getByRole('status').textContent()
      expect(panel).toContain(`We've sent a link to ${emailFor('amina')}.`)
      expect(await findFaults(page, 'too wide')).toEqual([])
      await page.clock.runFor(2999)
      expect(page.url()).toMatch(/signup$/)
      expect(await heading('Account Created!').count()).toBe(1)
      await page.clock.runFor(1)
      await page.waitForURL(ENTRANCE)
      await page.clock.resume()
      await heading('Organizer Sign In').waitFor()
      await words('Check your inbox').waitFor()
      await expectSoundHalf(visitor, shop)
      await button('Send again').click()
      await words('Sent again. Look in the spam folder, too.').waitFor()
      await field('Email').fill(emailFor('amina'))
      await field('Password').fill('uwanja-wetu')
      await button('Sign In').last().click()
      const first = "Confirm your email first: open the link that we've sent you, then sign in."
      await page.getByRole('alert').getByText(first, { exact: true }).waitFor()
      // The panel above the form has the button 'Send again', so the error message has none.
      expect(await button('Send again').count()).toBe(1)
    })

    async function fill(password: string, confirm = password): Promise<void> {
      await field('Full name').fill('Amina Odhiambo')
      await field('Email').fill(emailFor('amina'))
      await field('Password').fill(password)
      await field('Confirm password').fill(confirm)
    }

    async function expectEachFault(): Promise<void> {
      await words('At least 6 characters').waitFor()
      for (const [password, confirm, fault] of [
        ['abc12', 'abc12', 'Password must be at least 6 characters long'],
        ['uwanja-wetu', 'uwanja-wenu', 'Passwords do not match'],
        ['password123', 'password123', 'This password is too common. Please choose another one.'],
      ] as const) {
        await fill(password, confirm)
        await button('Create Account').click()
        await expectProblems(fault)
      }
      await fill('uwanja-wetu')
      await field('Email').fill('amina at the club')
      await button('Create Account').click()
      await expectProblems('Please enter a valid email address')
    }

    async function expectFailedSignUp(): Promise<void> {
      await fill('uwanja-wetu')
      const call = /\/api\/auth\/signup/
      await answerCalls(page, call, { status: 503, json: { error: 'The service is busy.' } })
      await button('Create Account').click()
      await expectProblems('The service is busy.')
      await page.unrouteAll()
      await pressInVain(page, { name: 'Create Account', busy: 'Creating account...', call })
      await expectProblems('An error occurred during sign up')
    }
  })
}

for (const { name, size } of ON_PHONE) {
  describe(`the entrance on ${name}`, () => {
    beforeEach(() => enter(size))

    // spec: forgot-password-mailed
    test('a forgotten password is reset by the mailed link, and every device is signed out', async () => {
      const email = emailFor('baraka')
      const elsewhere = await newVisitor(browser, shop, { size })
      await newAccount(elsewhere.context, shop, email)
      await elsewhere.page.goto('/organizer/tickets')
      await heading('Tickets Overview', elsewhere.page).waitFor()

      await askForLink(email)
      await expectSoundPage(visitor, shop)
      const link = await mailedLink(shop, email, '/organizer/reset')
      await chooseNewPassword(link, email)
      await page.reload()
      await expectProblems('This link has expired or was already used.')
      const another = page.getByRole('link', { name: 'Send Another Link' })
      expect(await another.getAttribute('href')).toBe('/organizer/forgot')
      await expectSoundState(visitor, shop)

      // The second device finds out at its next call that it is signed out.
      const top = elsewhere.page.getByRole('banner')
      await top.getByRole('link', { name: 'Dashboard' }).click()
      await elsewhere.page.waitForURL(ENTRANCE)
      await signIn(elsewhere.page, email, 'kiwanja-kipya')
      await heading('Welcome back', elsewhere.page).waitFor()
      await elsewhere.context.close()
      await expect(takeSession(context, email)).rejects.toThrow('401')
    })

    async function askForLink(email: string): Promise<void> {
      await page.goto('/organizer/signin')
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await heading('Forgot Password').waitFor()
      await button('Send Link').click()
      await expectProblems('Please enter your email address')
      await field('Email').fill(email)
      const call = /\/api\/auth\/forgot/
      await pressInVain(page, { name: 'Send Link', busy: 'Sending...', call })
      await expectProblems(NOT_SENT)
      await button('Send Link').click()
      const sent = "If this email has an account, we've sent a link to choose a new password."
      await words(`${sent} The link works for one hour.`).waitFor()
    }

    async function chooseNewPassword(link: string, email: string): Promise<void> {
      await page.route('**/api/auth/link', (route) => route.abort(), { times: 1 })
      await page.goto(link)
      await expectProblems(NOT_SENT)
      await button('Try again').click()
      await words(email).waitFor()
      await button('Save Password').click()
      await expectProblems('Please enter a password')
      await field('Password').fill('kiwanja-kipya')
      await field('Confirm password').fill('kiwanja-kingine')
      await button('Save Password').click()
      await expectProblems('Passwords do not match')
      await expectSoundPage(visitor, shop)
      await field('Confirm password').fill('kiwanja-kipya')
      const call = /\/api\/auth\/reset/
      await pressInVain(page, { name: 'Save Password', busy: 'Saving...', call })
      await expectProblems(NOT_SENT)
      await button('Save Password').click()
      await words('Password changed. Please sign in.').waitFor()
    }
  })
}
