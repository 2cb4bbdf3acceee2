import type { Browser, Page, Route } from 'playwright-core'
import type { Shop } from './shop.ts'
import { newVisitor, type PHONE, type Visitor } from './visitor.ts'

export const ADMIN = 'admin@lango.test'

const signedIn = new Map<string, Visitor>()

/** A browser in which this account has signed in. */
async function signIn(browser: Browser, shop: Shop, email: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, shop)
  const { page } = visitor
  await page.goto('/organizer/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('karibu-lango')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/organizer/dashboard')
  signedIn.set(email, visitor)
  return visitor
}

/** A tab of the browser in which the account is signed in, at this page of the back office. */
export async function visitOffice(
  browser: Browser,
  shop: Shop,
  { path, size, email }: { path: string; size: typeof PHONE; email: string },
): Promise<Visitor> {
  const visitor = signedIn.get(email) ?? (await signIn(browser, shop, email))
  const page = await visitor.context.newPage()
  await page.setViewportSize(size)
  await page.goto(path)
  return { ...visitor, page }
}

/** Holds the calls to an address until the returned function lets them through. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const open = Promise.withResolvers<void>()
  await page.route(url, async (route: Route) => {
    if (route.request().method() !== 'GET') await open.promise
    await route.continue()
  })
  return open.resolve
}

/** In one task, as when the second choice comes before the first is shown. */
export async function chooseBoth(page: Page, choices: Record<string, string>): Promise<void> {
  await page.evaluate((wanted) => {
    for (const select of document.querySelectorAll('select')) {
      const label = select.getAttribute('aria-label') ?? select.labels[0]?.textContent ?? ''
      const option = [...select.options].find(({ text }) => text === wanted[label.trim()])
      if (!option) continue
      select.value = option.value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, choices)
}
