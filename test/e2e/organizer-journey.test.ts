import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import { newPhone } from '../build.ts'
import { askToPay, waitForTickets } from './buying.ts'
import { mailedLink } from './entrance.ts'
import { button, chooseImage, field, fillBasics, row, SAVED } from './event-form.ts'
import { newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readCode } from './sms.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { resultOf } from './steward.ts'
import { LAPTOP, newVisitor, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()

const formatted = (kes: number) => kes.toLocaleString('en')

const said = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

/** Signs up by the form and confirms the address by the mailed link. */
async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/organizer/signup')
  await field(page, 'Full name').fill('Amina Odhiambo')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(SAMPLE_PASSWORD)
  await field(page, 'Confirm password').fill(SAMPLE_PASSWORD)
  await button(page, 'Create Account').click()
  await page.goto(await mailedLink(shop, email, '/organizer/confirm'))
  await button(page, 'Confirm email').click()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
}

/** Writes a draft with tickets of KES 500 and sends it in. Returns its id. */
async function sendDraftIn(page: Page, title: string): Promise<string> {
  await page.goto('/organizer/events')
  await page.getByRole('link', { name: 'New draft', exact: true }).first().click()
  await fillBasics(page, title)
  await page.locator('textarea[name=description]').fill('Eight teams, one cup.')
  await chooseImage(page)
  await row(page, 1).getByLabel('Price (KES)').fill('500')
  await button(page, 'Save draft').click()
  await page.waitForURL(SAVED)
  await button(page, 'Submit for review').click()
  await said(page, "Submitted. We'll review it and let you know by email.")
  return page.url().split('/').at(-1)!
}

async function approveDraft(admin: Page, title: string): Promise<void> {
  await admin.goto('/organizer/work-list')
  await admin.getByRole('link').filter({ hasText: title }).click()
  await admin.getByRole('link', { name: 'Publish or return' }).click()
  await button(admin, 'Publish').click()
  await button(admin, 'Publish event').click()
  await admin.getByText('Published', { exact: true }).waitFor()
}

/** Buys for two people on the event's page, as a visitor. Returns the number of their ticket. */
async function buyForTwo(eventId: string): Promise<string> {
  const visitor = await newVisitor(browser, shop)
  const phone = newPhone()
  await shop.sandbox.set(phone, { auto: 'pay' })
  const tickets = { Standard: 2 }
  await askToPay(visitor.page, { path: `/event/${eventId}`, tickets, phone: `0${phone.slice(3)}` })
  await waitForTickets(visitor.page)
  await visitor.context.close()
  const { number } = await shop.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select('k.number')
    .where('o.event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return number
}

/** Pastes guests, corrects a line, sends their tickets, and makes a sponsor's link. */
async function giveToGuests(page: Page, eventId: string): Promise<void> {
  await page.goto(`/organizer/events/${eventId}/complimentary`)
  const guests = page.getByLabel('Guests', { exact: true })
  await guests.fill('0711 000 111, 2, standard, Amina\n0711 000 222, 1, Gold')
  await said(page, 'This event has no ticket type ‘Gold’.')
  expect(await button(page, 'Send 3 tickets').isDisabled()).toBe(true)
  await guests.fill('0711 000 111, 2, standard, Amina\n0711 000 222, 1, Standard')
  await said(page, ', about KES 1.60')
  await button(page, 'Send 3 tickets').click()
  await said(page, '3 tickets on the way by SMS.')
  await pasteAgain(page)
  await button(page, 'Add sponsor link').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sponsor').fill('Brookside')
  await dialog.getByLabel('Number of tickets').fill('2')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('table', { name: 'Sponsor links' }).getByText('0 of 2').waitFor()
}

/** Pastes a list with an unknown column, a phone in two lines, and phones that have tickets. */
async function pasteAgain(page: Page): Promise<void> {
  await page
    .getByLabel('Guests', { exact: true })
    .fill('Phone,Pax,Type\n0711000111,2,Standard\n0711000444,1,Standard\n0711000444,1,Standard')
  await said(page, 'Choose what the column ‘Pax’ means.')
  await page.getByLabel('Pax').selectOption('Number of tickets')
  await said(page, 'Answer the question about repeated phones.')
  const question = '1 phone is in several lines. Which tickets do they get?'
  await page.getByLabel(question).selectOption('Only those of the first line')
  await button(page, 'Send 3 tickets').click()
  await said(page, '1 of these phones already has complimentary tickets. Nothing was sent.')
  await button(page, 'Send only to the other 1').click()
  await said(page, '1 ticket on the way by SMS.')
}

/** Claims a ticket with the sponsor's link, without script. */
async function claimByLink(organizer: Visitor, eventId: string): Promise<void> {
  const { token } = await shop.db
    .selectFrom('allotment')
    .select('token')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  await organizer.page.goto(`/given/${token}`)
  await expectSoundPage(organizer, shop)
  const guest = await newVisitor(browser, shop, { script: false })
  await guest.page.goto(`/given/${token}`)
  await said(guest.page, 'Brookside invites you to')
  await field(guest.page, 'Your phone number').fill('0711 000 333')
  await button(guest.page, 'Get my ticket').click()
  await said(guest.page, 'Your ticket is on its way.')
  await guest.context.close()
}

/** Revokes the ticket of the only guest of the sponsor's link. */
async function revokeClaimed(organizer: Visitor, eventId: string): Promise<void> {
  const { page } = organizer
  await page.goto(`/organizer/events/${eventId}/complimentary`)
  await page.getByRole('table', { name: 'Sponsor links' }).getByText('1 of 2').waitFor()
  await expectSoundPage(organizer, shop)
  await button(page, 'Guests of Brookside').click()
  const panel = page.getByRole('dialog')
  await panel.getByText('0711 000 333').first().waitFor()
  await panel.getByRole('button', { name: 'Revoke the tickets of 0711 000 333' }).click()
  await panel.getByRole('button', { name: 'Revoke', exact: true }).click()
  await said(page, '1 ticket revoked.')
}

/** Adds a gate phone, pairs it in another browser, and admits both people of the ticket. */
async function admitAtGate(page: Page, eventId: string, number: string): Promise<void> {
  await page.goto(`/organizer/events/${eventId}/gate/phones`)
  await button(page, 'Add gate phone').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Wanjiku')
  await dialog.getByRole('button', { name: 'Add phone' }).click()
  const url = await dialog.getByText(/\/gate\/#/).textContent()
  const steward = await newVisitor(browser, shop)
  await steward.page.goto(url!)
  await steward.page.getByText('Online', { exact: true }).waitFor()
  await button(steward.page, 'Type').click()
  await field(steward.page, 'Ticket number').fill(number)
  await button(steward.page, 'Check in').click()
  await button(steward.page, '2 people').click()
  expect(await resultOf(steward.page)).toMatch(/^Let 2 people in/)
  await steward.context.close()
}

/** Opens the doors by moving the event to yesterday. */
const openDoors = (eventId: string) =>
  sql`update event set date = current_date - 1 where id = ${eventId}`.execute(shop.db)

/** Moves the event further back, so that its money can be paid out at any hour of the test. */
const endHold = (eventId: string) =>
  sql`update event set date = current_date - 2 where id = ${eventId}`.execute(shop.db)

/** Adds the first payout account before any sale, and enters the code sent to its number. */
async function addAccount(organizer: Visitor, payee: string): Promise<void> {
  const { page } = organizer
  await page.goto('/organizer/statement')
  await said(page, 'Usable at once if you add it before your first sale, after 48 hours if later')
  await button(page, 'Add account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^You can use this account at once/).waitFor()
  await dialog.getByLabel('Phone number').fill(payee)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code from the SMS').waitFor()
  const code = await readCode(shop, payee, /code to get payouts/)
  const wrong = code === '000000' ? '000001' : '000000'
  await dialog.getByLabel('Code from the SMS').fill(wrong)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^Wrong or expired code/).waitFor()
  await expectSoundState(organizer, shop)
  await dialog.getByLabel('Code from the SMS').fill(code)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, /^Payouts go to M-PESA /)
  await said(page, 'Usable now')
}

/** Requests all that can be paid out. Returns the sum, such as 'KES 810'. */
async function requestPayout(page: Page, eventId: string): Promise<string> {
  await page.goto(`/organizer/events/${eventId}/statement`)
  const dialog = page.getByRole('dialog')
  await page
    .getByText(/^Kept for refunds \(\d+% of sales after fees, up to the balance\) until /)
    .waitFor()
  await button(page, 'Request payout').click()
  await dialog.getByText(/We decide within 2 business days/).waitFor()
  const amount = `KES ${formatted(Number(await dialog.getByLabel('Amount in KES').inputValue()))}`
  await dialog.getByRole('button', { name: /^Request/ }).click()
  await said(page, `${amount} requested`)
  return amount
}

async function approvePayout(admin: Page, amount: string): Promise<void> {
  await admin.goto('/organizer/work-list')
  const asked = admin.getByRole('link').filter({ hasText: 'Payout requested' })
  await asked.filter({ hasText: amount }).first().click()
  await admin.getByRole('button', { name: `Approve ${amount}` }).click()
  await admin
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: `Pay out ${amount}` })
    .click()
  await said(admin, 'Payout approved.')
}

// spec: payout-decision-days, organizer-on-their-own, given-lines, given-allotment, given-revoked, payout-account-first
test('an organizer gets from sign-up to a sale, check-ins and a payout, and admins only approve', async () => {
  const organizer: Visitor = await newVisitor(browser, shop, { size: LAPTOP })
  const { page } = organizer
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  const title = `Cup ${randomUUID().slice(0, 8)}`
  await signUp(page, `${randomUUID().slice(0, 8)}@club.example`)
  const payee = newPhone()
  await addAccount(organizer, payee)
  const eventId = await sendDraftIn(page, title)
  await approveDraft(admin.page, title)
  const number = await buyForTwo(eventId)
  await giveToGuests(page, eventId)
  await claimByLink(organizer, eventId)
  await revokeClaimed(organizer, eventId)
  await organizer.page.goto(`/organizer/events/${eventId}/statement`)
  await said(organizer.page, /^You can request a payout from .+, 6:00 AM$/)
  await expectSoundState(organizer, shop)
  await openDoors(eventId)
  await admitAtGate(page, eventId, number)
  await endHold(eventId)
  const { balance_kes: before } = await shop.sandbox.phone(payee)
  const amount = await requestPayout(page, eventId)
  await approvePayout(admin.page, amount)
  await page.goto(`/organizer/events/${eventId}/statement`)
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('table', { name: 'Payouts' }).waitFor()
      return (await readTable(page, 'Payouts'))[0]?.State
    })
    .toMatch(/^Paid /)
  await page.getByRole('table', { name: 'Statement' }).getByText('Payout').first().waitFor()
  const { balance_kes } = await shop.sandbox.phone(payee)
  expect(`KES ${formatted(balance_kes - before)}`).toBe(amount)
  await admin.context.close()
  await organizer.context.close()
})
