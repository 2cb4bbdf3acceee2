import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENTRANCE, enterOffice, newestLink, ORGANIZER, signIn } from './entrance.ts'
import { fakeClock } from './held-clock.ts'
import { resize } from './inspect-page.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, newVisitor, PHONE, type Visitor } from './visitor.ts'

const DASHBOARD = /\/organizer\/dashboard$/

let shop: Shop
let browser: Browser
let visitor: Visitor
let context: BrowserContext
let page: Page
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([
    startShop({ LIMIT_SIGNIN_PER_ACCOUNT: '1000' }),
    launchBrowser(),
  ])
})
beforeEach(async () => {
  visitor = await newVisitor(browser, shop)
  ;({ context, page } = visitor)
  return () => context.close()
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const field = (name: string, on = page) => on.getByLabel(name, { exact: true })
const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name })
const alertOf = (on = page) => on.getByRole('alert').first()

/** Once it is another than `last`. */
async function mailedLink(to: string, path: string, last = ''): Promise<string> {
  let link = last
  await expect
    .poll(async () => {
      link = await newestLink(shop, to, path)
      return ['', last].includes(link)
    }, PATIENCE)
    .toBe(false)
  return link
}

async function confirmedAt(email: string): Promise<Date | null> {
  const row = await shop.db
    .selectFrom('account')
    .select('confirmed_at')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.confirmed_at
}

describe('signing in', () => {
  test('says what is missing and what is wrong, then leads to the dashboard', async () => {
    await page.goto('/organizer/signin')
    await page.getByText('Access your event organizer dashboard').waitFor()
    await button('Sign In').click()
    await page.getByText('Please enter your email address').waitFor()
    await page.getByText('Please enter a password').waitFor()
    await expect.poll(() => field('Email').evaluate((e) => e === document.activeElement)).toBe(true)
    await signIn(page, ORGANIZER, 'not it')
    await expect
      .poll(() => alertOf().textContent(), PATIENCE)
      .toBe('Invalid credentials. Please check your email and password.')
    await expectSoundPage(visitor, shop)
    let answer = (_: Route): unknown => undefined
    await page.route('**/api/auth/token?grant_type=password', (route) => {
      answer = () => route.abort()
    })
    await signIn(page)
    const busy = button('Signing in...')
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    answer({} as Route)
    await expect
      .poll(() => alertOf().textContent(), PATIENCE)
      .toBe('An error occurred during sign in. Please try again.')
    await page.unroute('**/api/auth/token?grant_type=password')
    await signIn(page)
    await page.waitForURL(DASHBOARD)
    await heading('Welcome back').waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('lango_session')
  })

  test('leads back to where one wanted to go, and to no other site', async () => {
    await page.goto('/organizer')
    await page.waitForURL(ENTRANCE)
    await page.goto('/organizer/events?sort=title')
    await page.waitForURL(/signin\?to=/)
    await signIn(page)
    await page.waitForURL(/\/organizer\/events\?sort=title$/)
    await heading('Events').waitFor()
    await page.goto('/organizer/signin?to=//evil.example/organizer/x')
    await page.waitForURL(DASHBOARD)
  })

  test('shows on the main site as Dashboard, and without it as Sign In', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL(ENTRANCE)
    await page.getByRole('link', { name: 'Back to the main site' }).click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Order History' }).click()
    await page.waitForURL(/signin\?to=%2Forganizer%2Ftickets$/)
    await signIn(page)
    await heading('Tickets Overview').waitFor()
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await heading('Welcome back').waitFor()
    // The server's page is the same for all.
    const html = await (await context.request.get(shop.origin)).text()
    expect(html).toContain('Sign In')
    expect(html).not.toContain('/organizer/dashboard')
    expect(visitor.faults).toEqual([])
  })
})

describe('signing up', () => {
  async function fill(email: string, password = 'uwanja-wetu', confirm = password) {
    await field('Full name').fill('Amina Odhiambo')
    await field('Email').fill(email)
    await field('Password').fill(password)
    await field('Confirm password').fill(confirm)
    await button('Create Account').click()
  }

  test('checks what is typed, shows the panel, and opens the sign-in after 3000 ms', async () => {
    await fakeClock(page)
    await page.goto('/organizer/signup')
    await button('Create Account').click()
    for (const text of ['full name', 'email address', 'a password']) {
      await page.getByText(new RegExp(`^Please enter (your )?${text}`)).waitFor()
    }
    await expectSoundPage(visitor, shop)
    await fill('amina@club.example', 'abc12')
    await page.getByText('Password must be at least 6 characters long').waitFor()
    await fill('amina@club.example', 'uwanja-wetu', 'uwanja-wenu')
    await page.getByText('Passwords do not match').waitFor()
    await fill('amina@club.example', 'password123')
    await page.getByText('This password is too common. Please choose another one.').waitFor()
    await page.route('**/api/auth/signup', (route) => route.abort(), { times: 1 })
    await fill('amina@club.example')
    await expect
      .poll(() => alertOf().textContent(), PATIENCE)
      .toBe('An error occurred during sign up')
    for (const [name, path] of [
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
      ['Back to sign in', '/organizer/signin'],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path)
    }
    await fill('amina@club.example')
    await heading('Account Created!').waitFor()
    await page.clock.runFor(2999)
    expect(page.url()).toMatch(/signup$/)
    expect(await heading('Account Created!').count()).toBe(1)
    await page.clock.runFor(1)
    await page.waitForURL(ENTRANCE)
    await page.clock.resume()
    await heading('Organizer Sign In').waitFor()
  })

  test('the mailed link confirms by a button alone; the dashboard sends another', async () => {
    const email = 'otieno@club.example'
    await page.goto('/organizer/signup')
    await fill(email)
    await heading('Account Created!').waitFor()
    await expectSoundPage(visitor, shop)
    const first = await mailedLink(email, '/organizer/confirm')
    await page.goto('/organizer/signin')
    await signIn(page, email, 'uwanja-wetu')
    await page.getByText('Confirm your address.').waitFor()
    await button('Send Again').click()
    await page.getByText('The link is on its way to your mailbox.').waitFor()
    await expectSoundPage(visitor, shop)
    const second = await mailedLink(email, '/organizer/confirm', first)

    const other = await context.newPage()
    await other.goto(first)
    await other.getByText('This link has expired or was already used.').waitFor()
    await other.goto(second)
    // The same document with another token: it looks again.
    await button('Confirm my address', other).waitFor()
    await other.reload()
    await button('Confirm my address', other).waitFor()
    expect(await confirmedAt(email)).toBeNull()
    await expectSoundPage({ ...visitor, page: other }, shop)
    await button('Confirm my address', other).click()
    await other.getByText('Your address is confirmed.').waitFor()
    expect(await confirmedAt(email)).not.toBeNull()
    await other.getByRole('link', { name: 'Go to Dashboard' }).click()
    await heading('Welcome back', other).waitFor()
    await other.waitForLoadState('networkidle')
    expect(await other.getByText('Confirm your address.').count()).toBe(0)
  })
})

test('a forgotten password: the mailed link, a new one, and every device is signed out', async () => {
  const email = 'new@lango.test'
  const elsewhere = await newVisitor(browser, shop, { size: LAPTOP })
  await elsewhere.page.goto('/organizer/signin')
  await signIn(elsewhere.page, email)
  await heading('Welcome back', elsewhere.page).waitFor()

  await page.goto('/organizer/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading('Forgot Password').waitFor()
  await button('Send Link').click()
  await page.getByText('Please enter your email address').waitFor()
  await field('Email').fill(email)
  await button('Send Link').click()
  await page.getByText('If this address has an account').waitFor()
  await expectSoundPage(visitor, shop)
  await page.goto(await mailedLink(email, '/organizer/reset'))
  await page.getByText(email).waitFor()
  await field('Password').fill('kiwanja-kipya')
  await field('Confirm password').fill('kiwanja-kingine')
  await button('Save Password').click()
  await page.getByText('Passwords do not match').waitFor()
  await expectSoundPage(visitor, shop)
  await field('Confirm password').fill('kiwanja-kipya')
  await button('Save Password').click()
  await page.getByText('Your password is changed. Please sign in.').waitFor()
  await page.reload()
  await page.getByText('This link has expired or was already used.').waitFor()
  await expectSoundPage(visitor, shop)

  // The other device hears of it with its next call.
  await elsewhere.page.getByRole('link', { name: 'Events', exact: true }).first().click()
  await elsewhere.page.waitForURL(/\/organizer\/signin/)
  await signIn(elsewhere.page, email, 'kiwanja-kipya')
  await heading('Events', elsewhere.page).waitFor()
  await elsewhere.context.close()
})

test('admins see who is here and change roles; an organizer does not come in', async () => {
  await enterOffice(page)
  await page.goto('/organizer/people')
  await page.waitForURL(DASHBOARD)
  const admin = await newVisitor(browser, shop)
  const { page: office } = admin
  await enterOffice(office, 'admin@lango.test')
  await button('Menu', office).click()
  await office.getByRole('dialog').getByRole('link', { name: 'People' }).click()
  const rowOf = (text: string) => office.getByRole('row').filter({ hasText: text })
  await rowOf('other@lango.test').waitFor()
  for (const size of [LAPTOP, PHONE]) {
    await resize(office, size)
    await expectSoundPage(admin, shop)
  }
  await office.getByLabel('Search by name or email').fill('HALIMA')
  await expect.poll(() => office.getByRole('row').count(), PATIENCE).toBe(2)
  expect(office.url()).not.toContain('HALIMA')
  await rowOf('Halima').getByRole('button', { name: 'Make admin' }).click()
  await expectSoundPage(admin, shop)
  await button('Cancel', office).click()
  await rowOf('Halima').getByRole('button', { name: 'Make admin' }).click()
  await button('Make admin', office).click()
  await office.getByText('Halima Yusuf is an admin now.').waitFor()
  await rowOf('Halima').getByRole('button', { name: 'Make organizer' }).click()
  await button('Make organizer', office).click()
  await office.getByText('Halima Yusuf is an organizer now.').waitFor()
  await office.getByLabel('Search by name or email').fill('')
  await office.getByLabel('Role').selectOption('admin')
  await expect.poll(() => office.getByRole('row').count(), PATIENCE).toBe(2)
  expect(office.url()).toMatch(/\?role=admin$/)
  await rowOf('Wanjiru').getByRole('button', { name: 'Make organizer' }).click()
  await button('Make organizer', office).click()
  await office.getByText('There must be at least one admin.').waitFor()
  await office.getByLabel('Search by name or email').fill('nobody at all')
  await office.getByText('Nobody found.').waitFor()
  await expectSoundPage(admin, shop)
  await admin.context.close()
})
