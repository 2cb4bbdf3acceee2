import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ACCESS_TOKEN_S,
  CHECK_MS,
  RENEW_MS,
  RETRY_LOST_MS,
} from '../../src/accounts/session.rules.ts'
import { ENTRANCE, headerLink, ORGANIZER, signIn, takeSession } from './entrance.ts'
import { fakeClock } from './held-clock.ts'
import { enlargeText } from './inspect-page.ts'
import { holdCalls, newColleague, openMenu } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundAsItStands, expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, ON_PHONE, SIZES, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let visitor: Visitor
let context: BrowserContext
let page: Page

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name })

describe('the layout', () => {
  // spec: organizer-layout-sidebar-sign
  test.each(SIZES)(
    'the layout leads to every page, also surrounds an unknown one, and signs out to the main site, on $name',
    async ({ size }) => {
      visitor = await newColleague(browser, shop, { who: 'organizer', size })
      ;({ context, page } = visitor)
      const held = await holdCalls(page, /grant_type=refresh_token/)
      await page.goto('/organizer/nothing')
      await page.locator('main .animate-pulse').waitFor()
      held.release()
      await heading('Page not found').waitFor()
      const menu = await openMenu(page)
      const links = menu.getByRole('navigation', { name: 'Back office' }).getByRole('link')
      expect(await links.allTextContents()).toEqual([
        ...['Dashboard', 'Events', 'Drafts', 'Tickets', 'Statement', 'Team', 'Public page', 'Help'],
      ])
      await menu.getByText('organizer@lango.test').waitFor()
      await expectSoundAsItStands(visitor, shop)
      await menu.getByRole('link', { name: 'Tickets' }).click()
      await heading('Tickets Overview').waitFor()
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
      await heading('Welcome back').waitFor()
      await (await openMenu(page)).getByRole('button', { name: 'Sign Out' }).click()
      await page.waitForURL(`${shop.origin}/`)
      await (await headerLink(page, 'Sign In')).waitFor()
      expect(visitor.faults).toEqual([])
      await context.close()
    },
  )

  // spec: sidebar-foot-seen
  test.each([
    { width: 360, height: 560 },
    { width: 844, height: 390 },
    { width: 1280, height: 500 },
    { width: 1280, height: 800 },
  ])('the foot of the sidebar is never cut off, at $width × $height', async (size) => {
    visitor = await newColleague(browser, shop, { who: 'admin', size })
    ;({ context, page } = visitor)
    await page.goto('/organizer/dashboard')
    await heading('Welcome back').waitFor()
    const menu = await openMenu(page)
    await expectFootSeen(menu)
    // A menu that is higher than the window can be scrolled to its end.
    const last = menu.getByRole('link', { name: 'People' })
    await last.scrollIntoViewIfNeeded()
    await last.click({ trial: true })
    const shrink = await enlargeText(page)
    await expectFootSeen(menu)
    await last.scrollIntoViewIfNeeded()
    await last.click({ trial: true })
    await shrink()
    await page.mouse.wheel(0, 2000)
    await expectFootSeen(menu)
    await context.close()
  })

  /**
   * Expects that the whole element is inside the window and not covered, so that it can be pressed
   * anywhere.
   */
  async function expectFootSeen(menu: Locator): Promise<void> {
    for (const name of [/^Account/, 'Sign Out']) {
      const entry = menu.getByRole(name === 'Sign Out' ? 'button' : 'link', { name })
      const unseen = await entry.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const corners = [
          [left + 12, top + 2],
          [left + 12, bottom - 2],
          [right - 12, top + 2],
          [right - 12, bottom - 2],
        ]
        return corners.filter(
          ([x, y]) => !element.contains(document.elementFromPoint(x as number, y as number)),
        )
      })
      expect(unseen, `${name}`).toEqual([])
    }
  }

  // spec: organizer-layout-sidebar-sign
  test('on a phone the menu opens and closes by keyboard, and keeps focus', async () => {
    ;({ context, page } = await newColleague(browser, shop, { who: 'organizer' }))
    await page.goto('/organizer/dashboard')
    await heading('Welcome back').waitFor()
    const menu = button('Menu')
    await menu.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Menu' })
    await dialog.waitFor()
    expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await menu.evaluate((it) => it === document.activeElement)).toBe(true)
    await menu.click()
    await dialog.getByRole('link', { name: 'Events' }).click()
    await heading('Events').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    // The menu closes when the window becomes wide.
    await menu.click()
    await page.setViewportSize(LAPTOP)
    await dialog.waitFor({ state: 'hidden' })
    expect(await button('Menu').count()).toBe(0)
    await context.close()
  })
})

describe('a session in the browser', () => {
  beforeEach(async () => {
    visitor = await newVisitor(browser, shop)
    ;({ context, page } = visitor)
    return () => context.close()
  })

  async function enterOffice(): Promise<void> {
    await takeSession(context, ORGANIZER)
    await page.goto('/organizer/dashboard')
    await heading('Welcome back').waitFor()
  }

  const refreshes = (on: BrowserContext) => {
    const seen: string[] = []
    on.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) seen.push(request.url())
    })
    return seen
  }

  // spec: auth-validated-start
  test('a session continues in the next document, and any failure ends it', async () => {
    // Signs in without the sign-in page, so that this page starts with only the session's cookies.
    await enterOffice()
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await page.waitForURL(ENTRANCE)
    await page.unroute('**/api/auth/user')
    await page.reload()
    await heading('Organizer Sign In').waitFor()
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  // spec: auth-checked-every
  test('all tabs are signed in, renewed and signed out together', async () => {
    await context.clock.install()
    const other = await context.newPage()
    await page.goto('/organizer/signin')
    await other.goto('/organizer/signin')
    await heading('Organizer Sign In', other).waitFor()
    await signIn(page)
    await heading('Welcome back').waitFor()
    await heading('Welcome back', other).waitFor()

    const seen = refreshes(context)
    const untilRenewal = ACCESS_TOKEN_S * 1000 - RENEW_MS
    await page.clock.runFor(untilRenewal - 2 * CHECK_MS)
    expect(seen).toEqual([])
    const renewed = context.waitForEvent('response', (answer) => /refresh_token/.test(answer.url()))
    await page.clock.runFor(3 * CHECK_MS)
    await renewed
    // Both tabs have the new bearer: neither tab renews it again, and the calls of both tabs
    // succeed.
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

  test('a bearer that the server refuses is renewed once, without the user noticing', async () => {
    await takeSession(context, ORGANIZER)
    const seen = refreshes(context)
    // Sends the refusal only after the first renewal, because a call that is refused during a
    // renewal starts no second renewal.
    const isRenewed = page.waitForResponse(/grant_type=refresh_token/)
    await page.route(
      '**/api/events?*',
      async (route) => {
        await isRenewed
        await route.fulfill({ status: 401, body: '{"code":"unauthorized"}' })
      },
      { times: 1 },
    )
    await page.goto('/organizer/events')
    await page.getByRole('table').waitFor()
    // The session is renewed twice: when the document starts, and after the refused call.
    await expect.poll(() => seen).toHaveLength(2)
  })

  // spec: reload-offline-says
  test('a reload without a network says so, stays, and continues when the network is back', async () => {
    await fakeClock(page)
    await enterOffice()
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await heading("You're offline.").waitFor()
    await page.getByText("This page will update when you're back.").waitFor()
    await expectSoundPage(visitor, shop)
    await page.clock.runFor(3 * RETRY_LOST_MS)
    expect(page.url()).toBe(`${shop.origin}/organizer/dashboard`)
    // The sign-in page also says that it is offline while the server cannot be reached.
    await page.goto('/organizer/signin')
    await page.getByText("You're offline. We'll take you back").waitFor()
    await expectSoundState(visitor, shop)
    // The page retries without the browser's online event, which may be missing.
    await page.unroute('**/api/**')
    await page.clock.runFor(RETRY_LOST_MS)
    await heading('Welcome back').waitFor()
  })

  // spec: auth-validated-start
  test('a failed renewal signs the user out, and a renewal without a network is retried when it is back', async () => {
    await fakeClock(page)
    await enterOffice()
    await page.route('**/api/auth/token?*', (route) => route.abort())
    await page.clock.runFor(ACCESS_TOKEN_S * 1000)
    await heading("You're offline.").waitFor()
    await page.unroute('**/api/auth/token?*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await heading('Welcome back').waitFor()
    await page.route('**/api/auth/token?*', (route) =>
      route.fulfill({ status: 502, body: '<html>502 Bad Gateway</html>' }),
    )
    await page.clock.runFor(ACCESS_TOKEN_S * 1000)
    await page.waitForURL(/\/organizer\/signin$/)
    await page.unroute('**/api/auth/token?*')
    await page.reload()
    await heading('Organizer Sign In').waitFor()
  })

  // spec: auth-logout-clears
  test('a sign-out counts even if its call fails', async () => {
    await page.setViewportSize(LAPTOP)
    await enterOffice()
    await page.route('**/api/auth/logout', (route) => route.abort())
    await button('Sign Out').click()
    await page.waitForURL(`${shop.origin}/`)
    await page.goto('/organizer/dashboard')
    await page.waitForURL(ENTRANCE)
  })
})

// spec: script-no-password
test.each(ON_PHONE)(
  'a form sent before its script has loaded puts no password into the address, on $name',
  async ({ size }) => {
    const plain = await newVisitor(browser, shop, { script: false, size })
    await plain.page.goto('/organizer/signin')
    // Search with a locator: getByText ignores text in noscript.
    await plain.page
      .locator('noscript p', { hasText: 'This page needs JavaScript, in Chrome' })
      .waitFor()
    await signIn(plain.page)
    await plain.page.getByText('The page was still loading. Please try again.').waitFor()
    expect(plain.page.url()).toBe(`${shop.origin}/organizer/signin`)
    await plain.page.goto('/organizer/dashboard')
    // The document contains no data of the account: the server sends only the frame of the page.
    expect(await plain.page.getByRole('heading').count()).toBe(0)
    await plain.context.close()
  },
)
