import type { Page } from 'playwright-core'
import type { Shop } from './shop.ts'

export const PASSWORD = 'karibu-lango'
export const ORGANIZER = 'organizer@lango.test'
export const ENTRANCE = /\/organizer\/signin$/

/** Fills the sign-in form that is on the page, and sends it. */
export async function signIn(page: Page, email = ORGANIZER, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** At the dashboard of a sample account. */
export async function enterOffice(page: Page, email = ORGANIZER): Promise<void> {
  await page.goto('/organizer/signin')
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
}

type Mail = { subject: string; text: string }

/** The link to `path` in the newest mail to this address that has one. */
export async function newestLink(shop: Shop, to: string, path: string): Promise<string> {
  const mails = (await (await fetch(`${shop.sandbox.origin}/mail?to=${to}`)).json()) as Mail[]
  const links = mails.flatMap(({ text }) => text.match(new RegExp(`\\S+${path}#\\S+`)) ?? [])
  return links.at(-1) ?? ''
}
