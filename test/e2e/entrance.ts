import type { BrowserContext, Page } from 'playwright-core'
import { SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import type { Shop } from './shop.ts'

export const ORGANIZER = 'organizer@lango.test'
export const ENTRANCE = /\/organizer\/signin$/
export const DASHBOARD = /\/organizer\/dashboard$/

/** Fills the sign-in form that is on the page, and sends it. */
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

/** Signs this browser in without its form: for tests that are about something else. */
export async function takeSession(
  context: BrowserContext,
  email: string,
  password: string = SAMPLE_PASSWORD,
): Promise<void> {
  await post(context, '/api/auth/token?grant_type=password', { email, password })
}

/** An account that has just signed up, and is signed in here. */
export async function newAccount(context: BrowserContext, email: string): Promise<void> {
  const password = SAMPLE_PASSWORD
  await post(context, '/api/auth/signup', { email, password, full_name: 'Otieno Ouma' })
  await takeSession(context, email)
}

type Mail = { subject: string; text: string }

/** The link to `path` in the newest mail to this address that has one. */
export async function newestLink(shop: Shop, to: string, path: string): Promise<string> {
  const mails = (await (await fetch(`${shop.sandbox.origin}/mail?to=${to}`)).json()) as Mail[]
  const links = mails.flatMap(({ text }) => text.match(new RegExp(`\\S+${path}#\\S+`)) ?? [])
  return links.at(-1) ?? ''
}
