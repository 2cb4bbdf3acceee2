import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD as PASSWORD } from '../../sample/accounts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { codeFrom } from '../authenticator.ts'
import { addMember } from '../team.ts'
import { mailedLink, newAccount, ORGANIZER, signIn, takeSession } from './entrance.ts'
import { answerCalls, busiestEvent, newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { DERBY } from './page-states.ts'
import { expectSoundHalf, expectSoundPage, expectSoundState } from './sound-page.ts'
import { LAPTOP, newVisitor, ON_PHONE, PHONE, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

type Newcomer = Visitor & { email: string }

/** Opens a browser that is signed in to a new account. */
async function newcomer(size = PHONE): Promise<Newcomer> {
  const visitor = await newVisitor(browser, shop, { size })
  const email = `${randomUUID()}@club.example`
  await newAccount(visitor.context, shop, email)
  return { ...visitor, email }
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    // spec: own-phone, another-password-signed, second-factor, second-factor-recovery
    test('a user changes their own password and switches a second factor on, and other devices are signed out', async () => {
      const visitor = await newcomer(size)
      const { page, email, context } = visitor
      const elsewhere = await newVisitor(browser, shop, { size: LAPTOP })
      await elsewhere.page.goto('/organizer/signin')
      await signIn(elsewhere.page, email)
      await heading(elsewhere.page, 'Welcome back').waitFor()

      await page.goto('/organizer/dashboard')
      if (size === PHONE) await button(page, 'Menu').click()
      const menu = size === PHONE ? page.getByRole('dialog') : page
      await menu.getByRole('link', { name: `Account ${email}` }).click()
      await heading(page, 'Your Account').waitFor()
      await expectSoundPage(visitor, shop)
      const phone = field(page, 'Phone number (optional)')
      await phone.fill('12345')
      await button(page, 'Save').click()
      await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
      await phone.fill('0712 000 162')
      await button(page, 'Save').click()
      await page.getByText('Saved.', { exact: true }).waitFor()
      await button(page, 'Change Password').click()
      expect(await page.getByText('Please enter a password').count()).toBe(2)
      const fill = async (old: string, password: string, confirm = password) => {
        await field(page, 'Current password').fill(old)
        await field(page, 'New password').fill(password)
        await field(page, 'Confirm new password').fill(confirm)
        await button(page, 'Change Password').click()
      }
      await fill(PASSWORD, 'kiwanja-kipya', 'kiwanja-kingine')
      await page.getByText('Passwords do not match').waitFor()
      await fill('not it', 'kiwanja-kipya')
      await page.getByText('This is not your current password').waitFor()
      await fill(PASSWORD, 'password')
      await page.getByText('This password is too common. Please choose another one.').waitFor()
      await expectSoundPage(visitor, shop)
      await fill(PASSWORD, 'kiwanja-kipya')
      await page.getByText('Password changed. All other devices were signed out.').waitFor()
      expect(await field(page, 'Current password').inputValue()).toBe('')

      await elsewhere.page.getByRole('link', { name: 'Events', exact: true }).click()
      await elsewhere.page.waitForURL(/\/organizer\/signin/)
      await signIn(elsewhere.page, email, 'kiwanja-kipya')
      await heading(elsewhere.page, 'Events').waitFor()
      await page.reload()
      await heading(page, 'Your Account').waitFor()
      await walkSecondFactor(visitor, elsewhere)
      await elsewhere.context.close()
      await context.close()
    })

    /** Switches the second factor on, and signs in with it on another device. */
    async function walkSecondFactor(visitor: Newcomer, elsewhere: Visitor): Promise<void> {
      const { page } = visitor
      const code = 'Code from your app'
      await button(page, 'Switch On').click()
      await field(page, 'Your password').fill('kiwanja-kipya')
      await button(page, 'Continue').click()
      await page.getByRole('img', { name: 'Code for your authenticator app' }).waitFor()
      await expectSoundState(visitor, shop)
      const link = page.getByRole('link', { name: 'Open an app on this device' })
      const address = (await link.getAttribute('href')) ?? ''
      const secret = new URL(address).searchParams.get('secret') ?? ''
      expect(await field(page, code).getAttribute('autocomplete')).toBe('one-time-code')
      await field(page, code).fill('12')
      await button(page, 'Switch On').click()
      await page.getByRole('alert').getByText('This code is wrong or was already used').waitFor()
      await field(page, code).fill(codeFrom(secret, new Date()))
      await button(page, 'Switch On').click()
      await heading(page, 'Keep your recovery codes').waitFor()
      const recovery = await page.getByRole('status').getByRole('listitem').allInnerTexts()
      expect(recovery).toHaveLength(10)
      await button(page, 'Done').click()
      await page.getByText('You have 10 recovery codes left.').waitFor()

      // All other devices were signed out.
      const other = elsewhere.page
      await other.goto('/organizer/dashboard')
      await other.waitForURL(/\/organizer\/signin/)
      await showRequiredSetup(elsewhere, { secret, uri: address })
      await signIn(other, visitor.email, 'kiwanja-kipya')
      await heading(other, 'Enter your code').waitFor()
      expect(await field(other, code).evaluate((input) => input === document.activeElement)).toBe(
        true,
      )
      await button(other, 'Use a recovery code instead').click()
      await field(other, 'Recovery code').fill(recovery[0]!.toLowerCase())
      await button(other, 'Continue').click()
      await heading(other, 'Welcome back').waitFor()
      await other.reload()
      await heading(other, 'Welcome back').waitFor()

      await button(page, 'Switch Off').click()
      await field(page, 'Code from your app, or a recovery code').fill(recovery[1]!)
      await button(page, 'Switch Off').click()
      await page.getByText('Two-step sign-in is switched off.').waitFor()
    }

    /**
     * Shows the step in which an admin must set up the second factor. Simulates the refusal of the
     * sign-in, which a shop sends only with SECOND_FACTOR=required.
     */
    async function showRequiredSetup(visitor: Visitor, setup: object): Promise<void> {
      const { page } = visitor
      const refusal = { error: 'x', code: 'second_factor_required', challenge_id: 'x', setup }
      await answerCalls(page, /grant_type=password/, { status: 401, json: refusal })
      await signIn(page)
      await heading(page, 'Set up two-step sign-in').waitFor()
      await expectSoundHalf(visitor, shop)
      await page.unrouteAll()
      await field(page, 'Code from your app').fill('123 456')
      await button(page, 'Continue').click()
      const ended = page.getByRole('alert').getByText('This sign-in has expired. Sign in again.')
      await ended.waitFor()
    }

    // spec: was-typed-not
    test('a form with unsaved changes asks before a sign-out, and keeps them', async () => {
      const { page, context } = await newColleague(browser, shop, { who: 'admin', size })
      const path = `/organizer/events/edit/${DERBY.replace('/event/', '')}`
      const title = 'Typed and not saved'
      await page.goto(path)
      await field(page, 'Title').fill(title)
      const nameAdded = async (named: string) => {
        await button(page, 'Add Ticket Type').click()
        await names().last().fill(named)
      }
      const names = () =>
        page.getByRole('group', { name: /^Ticket type/ }).getByLabel('Name', { exact: true })
      await nameAdded('Balcony')
      const pressSignOut = async (on: Page) => {
        if (size === PHONE) await button(on, 'Menu').click()
        await button(on, 'Sign Out').click()
      }
      await pressSignOut(page)
      const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      expect(await field(page, 'Title').inputValue()).toBe(title)

      const other = await context.newPage()
      await other.goto('/organizer/dashboard')
      await heading(other, 'Welcome back').waitFor()
      await pressSignOut(other)
      await page.waitForURL(/\/organizer\/signin\?to=/)
      await signIn(page, 'admin@lango.test')
      await page.waitForURL(`**${path}`)
      await page.getByText('We restored what you typed.').waitFor()
      expect(await field(page, 'Title').inputValue()).toBe(title)
      await nameAdded('Gold')
      expect(await names().nth(-2).inputValue()).toBe('Balcony')

      await pressSignOut(page)
      await question.getByRole('button', { name: 'Sign Out' }).click()
      await page.waitForURL(`${shop.origin}/`)
      await page.goto(path)
      await page.waitForURL(/\/organizer\/signin\?to=/)
      await context.close()
    })
  })
}

// spec: team-page
test('an owner invites a promoter, who joins by the link, sees masked buyers and changes nothing, and is removed', async () => {
  const owner = await newVisitor(browser, shop, { size: LAPTOP })
  await takeSession(owner.context, ORGANIZER)
  await owner.page.goto('/organizer/account')
  await owner.page.getByRole('link', { name: 'Manage your team' }).click()
  await heading(owner.page, 'Team').waitFor()
  const email = `${randomUUID()}@club.example`
  for (const to of [email, `not-${email}`]) {
    await field(owner.page, 'Email or phone number').fill(to)
    await button(owner.page, 'Send Invitation').click()
    await owner.page.getByText(`Invitation sent to ${to}.`).waitFor()
  }
  // The newest invitation comes first, once the list has loaded again.
  await owner.page.getByRole('button', { name: /^Withdraw.*not-/ }).click()
  await owner.page.getByText(`The invitation to not-${email} was withdrawn.`).waitFor()
  await owner.page
    .getByRole('table', { name: 'Invitations' })
    .getByText(email, { exact: true })
    .waitFor()
  await expectSoundPage(owner, shop)

  const guest = await newVisitor(browser, shop, { size: PHONE })
  const { page } = guest
  await page.goto(await mailedLink(shop, email, '/organizer/join'))
  await field(page, 'Full name').waitFor()
  await expectSoundPage(guest, shop)
  await field(page, 'Full name').fill('Asha Mwangi')
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await button(page, 'Join').click()
  await page.getByText('You joined the team.').waitFor()
  await page.goto(`/organizer/events/${await busiestEvent(shop)}/transactions`)
  await page
    .getByText(/0\d••\s•••\s\d{3}/)
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Gate', exact: true }).count()).toBe(0)
  await page.getByRole('table').getByRole('button').first().click()
  await page.getByRole('dialog').getByText('Tickets').first().waitFor()
  expect(await page.getByRole('dialog').getByText('Refund…').count()).toBe(0)

  await owner.page.reload()
  await owner.page.getByRole('button', { name: /^Remove.*Asha Mwangi/ }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await owner.page.getByText('Asha Mwangi was removed.').waitFor()
  await page.reload()
  await heading(page, 'Event not found').waitFor()
  await owner.context.close()

  const account = shop.db.selectFrom('account').select('id')
  const { id } = await account.where('email', '=', email).executeTakeFirstOrThrow()
  const team = await account.where('email', '=', ORGANIZER).executeTakeFirstOrThrow()
  const deps = { db: shop.db, clock: systemClock }
  await addMember(deps, id, { organizerId: team.id, role: 'promoter' })
  await page.goto('/organizer/account')
  await heading(page, 'Teams You Are In').waitFor()
  await expectSoundPage(guest, shop)
  await page.getByRole('button', { name: /^Leave the team of / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByText(/^You left the team of .+\.$/).waitFor()
  await heading(page, 'Teams You Are In').waitFor({ state: 'detached' })
  await guest.context.close()
})
