import type { Page } from 'playwright-core'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import {
  askToPay,
  choose,
  openForm,
  payButton,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
  waitForTitle,
} from './buying.ts'
import type { Shop } from './shop.ts'

type Stage = { page: Page; shop: Shop; event: BuiltEvent }

/** Sample events: one with a picture and two types, one with eight types and a very long title. */
export const DERBY = '/event/5a17ca10-0001-4000-8000-000000000001'
const LONG_TITLE = /^Great Rift Valley Half Marathon/

/** The order that the event's buyer has last made. */
async function lastOrder({ shop, event }: Stage): Promise<string> {
  const { id } = await shop.db
    .selectFrom('order')
    .select('id')
    .where('event_id', '=', event.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function ask({ page, event }: Stage, phone: string): Promise<void> {
  await askToPay(page, { path: `/event/${event.id}`, tickets: { Terrace: 2, Stand: 1 }, phone })
}

async function buy(stage: Stage): Promise<void> {
  const phone = newPhone()
  await stage.shop.sandbox.set(phone, { auto: 'pay' })
  await ask(stage, phone)
  await waitForTickets(stage.page)
}

async function openEvent({ page, shop }: Stage, spec: Parameters<typeof buildEvent>[1]) {
  const event = await buildEvent(shop.db, spec)
  await page.goto(`/event/${event.id}`)
  await waitForTitle(page, event.title)
}

/** Every page in every state that a visitor can bring it to, and the way there. */
export const PAGE_STATES: Record<string, (stage: Stage) => Promise<void>> = {
  'the list of events': async ({ page }) => {
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
  },
  'an event with a long title and many types': async ({ page }) => {
    await page.goto('/?pages=3')
    await page.getByRole('link', { name: LONG_TITLE }).first().click()
    await waitForTitle(page, LONG_TITLE)
  },
  'tickets chosen': async ({ page }) => {
    await page.goto(DERBY)
    await choose(page, { Standard: 4, VIP: 2 })
  },
  'the payment form with an error': async ({ page }) => {
    await page.goto(DERBY)
    await openForm(page, { Standard: 1 })
    await payButton(page).click()
    await page.getByRole('alert').waitFor()
  },
  'the prompt is on the phone': async (stage) => {
    await ask(stage, newPhone())
    await waitForPromptWords(stage.page)
  },
  'a failed payment': async (stage) => {
    const phone = newPhone()
    await stage.shop.sandbox.set(phone, { auto: 'cancel' })
    await ask(stage, phone)
    await waitForProblem(stage.page, 'You cancelled the payment. You can try again.')
  },
  'sold out': (stage) => openEvent(stage, { title: 'Gone in a Day', soldOut: true }),
  'sales over': (stage) => openEvent(stage, { title: 'Long Ago', date: '2024-08-10' }),
  'no ticket types': (stage) => openEvent(stage, { title: 'Open Day', types: [] }),
  'nothing at this address': async ({ page }) => {
    await page.goto('/event/nothing')
    await waitForHeading(page, 'Event not found')
  },
  'tickets bought': buy,
  'already paid': async (stage) => {
    await buy(stage)
    await stage.page.goBack()
    await waitForHeading(stage.page, 'Already paid')
  },
  'a ticket': async (stage) => {
    await buy(stage)
    await stage.page.getByRole('link', { name: 'View Ticket →' }).first().click()
    await waitForTitle(stage.page, 'Terrace')
  },
  'no such ticket': async ({ page }) => {
    await page.goto('/t/0000000000000000')
    await waitForHeading(page, 'No such ticket')
  },
  'the success page without a purchase': async ({ page }) => {
    await page.goto('/success')
    await waitForHeading(page, 'Looking for your tickets?')
  },
  'a payment by its address': async (stage) => {
    const { page } = stage
    await ask(stage, newPhone())
    await waitForPromptWords(page)
    await page.goto(`/pay/${await lastOrder(stage)}`)
    await waitForPromptWords(page)
  },
  'a failed payment by its address': async (stage) => {
    const { page, shop } = stage
    const phone = newPhone()
    await shop.sandbox.set(phone, { auto: 'cancel' })
    await ask(stage, phone)
    await waitForProblem(page, 'You cancelled the payment. You can try again.')
    await page.goto(`/pay/${await lastOrder(stage)}`)
    await phoneField(page).waitFor()
  },
  'an open payment on the list': async (stage) => {
    const { page } = stage
    await ask(stage, newPhone())
    await waitForPromptWords(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue' }).waitFor()
  },
}
