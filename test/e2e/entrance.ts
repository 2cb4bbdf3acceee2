import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import type { Shop } from './shop.ts'

export const ORGANIZER = 'organizer@lango.test'
export const ENTRANCE = /\/organizer\/signin$/
export const DASHBOARD = /\/organizer\/dashboard$/

/** Fills in and submits the sign-in form. */
export async function signIn(
  page: Page,
  email = ORGANIZER,
  password = SAMPLE_PASSWORD,
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function post(context: BrowserContext, path: string, data: object): Promise<void> {
  const answer = await context.request.post(path, { data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
}

/** Signs this browser in without using the form, for tests of other pages. */
export async function takeSession(
  context: BrowserContext,
  email: string,
  password: string = SAMPLE_PASSWORD,
): Promise<void> {
  await post(context, '/api/auth/token?grant_type=password', { email, password })
}

/** Signs up for an account, without opening the link in the email. */
export async function newSignUp(context: BrowserContext, email: string): Promise<void> {
  const password = SAMPLE_PASSWORD
  await post(context, '/api/auth/signup', { email, password, full_name: 'Otieno Ouma' })
}

/** Creates an account with a confirmed address, and signs this browser in. */
export async function newAccount(
  context: BrowserContext,
  shop: Shop,
  email: string,
): Promise<void> {
  await newSignUp(context, email)
  const link = await mailedLink(shop, email, '/organizer/confirm')
  const token = link.slice(link.indexOf('#') + 1)
  await post(context, '/api/auth/confirm', { token, password: SAMPLE_PASSWORD })
}

/** Waits until a link to `path` other than `last` was sent to this address. */
export async function mailedLink(shop: Shop, to: string, path: string, last = ''): Promise<string> {
  let link = last
  await expect
    .poll(async () => {
      link = await newestLink(shop, to, path)
      return ['', last].includes(link)
    })
    .toBe(false)
  return link
}

type Mail = { subject: string; text: string }

/** Returns the newest link to `path` that was sent to this address. */
async function newestLink(shop: Shop, to: string, path: string): Promise<string> {
  const mails = (await (await fetch(`${shop.sandbox.origin}/mail?to=${to}`)).json()) as Mail[]
  const links = mails.flatMap(({ text }) => text.match(new RegExp(`\\S+${path}#\\S+`)) ?? [])
  return links.at(-1) ?? ''
}

/**
 * Returns a link in the header of a public page. On a phone, opens the menu that contains the link.
 */
export async function headerLink(page: Page, name: string): Promise<Locator> {
  const header = page.getByRole('banner')
  const menu = header.getByLabel('Menu')
  if (await menu.isVisible()) await menu.click()
  return header.getByRole('link', { name })
}
