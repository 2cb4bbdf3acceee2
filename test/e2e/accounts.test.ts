import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECK_MS, RENEW_MS } from '../../src/accounts/session.rules.ts'
import { fakeClock } from './held-clock.ts'
import { PATIENCE } from './patience.ts'
import { type Shop, startShop } from './shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, launchBrowser, newVisitor, type Visitor } from './visitor.ts'

const PASSWORD = 'karibu-lango'
const ORGANIZER = 'organizer@lango.test'
const DASHBOARD = /\/organizer\/dashboard$/
const ENTRANCE = /\/organizer\/signin$/

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

async function signIn(on = page, email = ORGANIZER, password = PASSWORD): Promise<void> {
  await field('Email', on).fill(email)
  await field('Password', on).fill(password)
  await button('Sign In', on).click()
}

async function signedIn(on = page): Promise<void> {
  await on.goto('/organizer/signin')
  await signIn(on)
  await heading('Welcome back', on).waitFor()
}

type Mail = { subject: string; text: string }

/** The link in the newest mail to this address that leads to `path`. */
async function mailedLink(to: string, path: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await fetch(`${shop.sandbox.origin}/mail?to=${to}`)).json()) as Mail[]
      const links = mails.flatMap(({ text }) => text.match(new RegExp(`\\S+${path}#\\S+`)) ?? [])
      link = links.at(-1)
      return link
    }, PATIENCE)
    .toBeTruthy()
  return link!
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
    await signIn()
    const busy = button('Signing in...')
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    answer({} as Route)
    await expect
      .poll(() => alertOf().textContent(), PATIENCE)
      .toBe('An error occurred during sign in. Please try again.')
    await page.unroute('**/api/auth/token?grant_type=password')
    await signIn()
    await page.waitForURL(DASHBOARD)
    await heading('Welcome back').waitFor()
    expect(await page.evaluate(() => document.cookie)).not.toContain('lango_session')
  })

  test('leads back to where one wanted to go, and to no other site', async () => {
    await page.goto('/organizer')
    await page.waitForURL(ENTRANCE)
    await page.goto('/organizer/events?sort=title')
    await page.waitForURL(/signin\?to=/)
    await signIn()
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
    await signIn()
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
    let second = first
    await expect
      .poll(async () => {
        second = await mailedLink(email, '/organizer/confirm')
        return second
      }, PATIENCE)
      .not.toBe(first)

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

describe('the layout', () => {
  test('on a phone the menu opens and shuts by keyboard, and keeps the focus', async () => {
    await signedIn()
    await expectSoundPage(visitor, shop)
    const menu = button('Menu')
    await menu.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Menu' })
    await dialog.waitFor()
    expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await expectSoundPage(visitor, shop)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true)
    await menu.click()
    await dialog.getByRole('link', { name: 'Events' }).click()
    await heading('Events').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await heading('Welcome back').waitFor()
    await menu.click()
    await dialog.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL(`${shop.origin}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  })

  test('on a laptop the sidebar stands; an unknown page keeps it', async () => {
    await page.setViewportSize(LAPTOP)
    await signedIn()
    expect(await button('Menu').count()).toBe(0)
    const nav = page.getByRole('navigation', { name: 'Back office' })
    const links = await nav.getByRole('link').allTextContents()
    expect(links.slice(0, 3)).toEqual(['Dashboard', 'Events', 'Tickets'])
    await expectSoundPage(visitor, shop)
    await page.goto('/organizer/nothing')
    await heading('Page not found').waitFor()
    await nav.getByRole('link', { name: 'Tickets' }).click()
    await heading('Tickets Overview').waitFor()
    expect(visitor.faults).toEqual([])
  })
})

describe('a session in the browser', () => {
  const refreshes = (on: BrowserContext) => {
    const seen: string[] = []
    on.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) seen.push(request.url())
    })
    return seen
  }

  test('is taken up after a reload, with the role, and any failure ends it', async () => {
    await signedIn()
    await page.reload()
    await heading('Welcome back').waitFor()
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.waitForURL(ENTRANCE)
    await page.unroute('**/api/auth/user')
    await page.reload()
    await heading('Organizer Sign In').waitFor()
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  test('tabs agree: signed in with one, renewed by one, signed out with one', async () => {
    await context.clock.install()
    const other = await context.newPage()
    await page.goto('/organizer/signin')
    await other.goto('/organizer/signin')
    await heading('Organizer Sign In', other).waitFor()
    await signIn()
    await heading('Welcome back').waitFor()
    await heading('Welcome back', other).waitFor()

    const seen = refreshes(context)
    const untilRenewal = 600_000 - RENEW_MS
    await page.clock.runFor(untilRenewal - 2 * CHECK_MS)
    expect(seen).toEqual([])
    const renewed = context.waitForEvent('response', (answer) => /refresh_token/.test(answer.url()))
    await page.clock.runFor(3 * CHECK_MS)
    await renewed
    // Both have the new one: neither asks again, and calls of both are good.
    await page.clock.runFor(4 * CHECK_MS)
    for (const tab of [page, other]) {
      await button('Menu', tab).click()
      const answered = tab.waitForResponse(/api\/events\?/)
      await tab.getByRole('dialog').getByRole('link', { name: 'Events' }).click()
      expect((await answered).status()).toBe(200)
    }
    expect(seen).toHaveLength(1)

    await button('Menu').click()
    await button('Sign Out').click()
    await other.waitForURL(/\/organizer\/signin\?to=/)
    await page.waitForURL(`${shop.origin}/`)
    expect(visitor.faults).toEqual([])
  })

  test('a bearer that the server takes no more is renewed once, unseen', async () => {
    await signedIn()
    const seen = refreshes(context)
    await page.route(
      '**/api/events?*',
      (route) => route.fulfill({ status: 401, body: '{"code":"unauthorized"}' }),
      { times: 1 },
    )
    await page.goto('/organizer/events')
    await page.getByRole('table').waitFor()
    // One at the start of the document, one for the refusal.
    expect(seen).toHaveLength(2)
  })

  test('a renewal that fails signs out; one without a network comes back with it', async () => {
    await fakeClock(page)
    await signedIn()
    await page.route('**/api/auth/token?*', (route) => route.abort())
    await page.clock.runFor(600_000)
    await page.waitForURL(/\/organizer\/signin$/)
    await page.unroute('**/api/auth/token?*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await heading('Welcome back').waitFor()
    await page.route('**/api/auth/token?*', (route) =>
      route.fulfill({ status: 503, body: '{"error":"busy","code":"unavailable"}' }),
    )
    await page.clock.runFor(600_000)
    await page.waitForURL(/\/organizer\/signin$/)
    await page.unroute('**/api/auth/token?*')
    await page.reload()
    await heading('Organizer Sign In').waitFor()
  })

  test('a sign-out holds although its call fails', async () => {
    await page.setViewportSize(LAPTOP)
    await signedIn()
    await page.route('**/api/auth/logout', (route) => route.abort())
    await button('Sign Out').click()
    await page.waitForURL(`${shop.origin}/`)
    await page.goto('/organizer/dashboard')
    await page.waitForURL(ENTRANCE)
  })
})

test('a form that is sent before its script is there puts no password into an address', async () => {
  const plain = await newVisitor(browser, shop, { script: false })
  await plain.page.goto('/organizer/signin')
  // Text in noscript is no text to getByText.
  await plain.page.locator('noscript p', { hasText: 'This page needs JavaScript.' }).waitFor()
  await signIn(plain.page)
  await plain.page.getByText('The page was not ready yet. Please try once more.').waitFor()
  expect(plain.page.url()).toBe(`${shop.origin}/organizer/signin`)
  await plain.page.goto('/organizer/dashboard')
  // The shell alone: nothing of anybody's is in what the server sends.
  expect(await plain.page.getByRole('heading').count()).toBe(0)
  await plain.context.close()
})
