import type { Page } from 'playwright-core'
import type { EventList } from '../../src/events/events.contract.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { PICTURED_EVENT } from '../shop-files.ts'
import {
  askToPay,
  buyButton,
  choose,
  payButton,
  phoneField,
  waitForHeading,
  waitForProblem,
  waitForPromptWords,
  waitForTickets,
  waitForTitle,
} from './buying.ts'
import type { Shop } from './shop.ts'

/**
 * A visitor's page. `phone` is the visitor's phone, with which the visitor buys tickets for
 * `event`.
 */
type Stage = { page: Page; shop: Shop; event: BuiltEvent; phone: string }

type State = [name: string, reach: (stage: Stage) => Promise<void>]

export const DERBY = `/event/${PICTURED_EVENT}`
/** The title of a sample event with eight ticket types and a very long title. */
const LONG_TITLE = /^Great Rift Valley Half Marathon/

const CANCELLED = 'You cancelled the payment. You can try again.'

/** Opens the payment page of the order that this phone placed. */
async function openLastOrder({ page, shop, phone }: Stage): Promise<void> {
  const { id } = await shop.db
    .selectFrom('order')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  await page.goto(`/pay/${id}`)
}

async function openEvent({ page, shop }: Stage, spec: Parameters<typeof buildEvent>[1]) {
  const event = await buildEvent(shop.db, spec)
  await page.goto(`/event/${event.id}`)
  await waitForTitle(page, event.title)
}

async function findLongTitle({ shop }: Stage): Promise<string> {
  const answer = await fetch(`${shop.origin}/api/events?q=Great+Rift+Valley`)
  const { data } = (await answer.json()) as EventList
  return data.find(({ title }) => LONG_TITLE.test(title))!.id
}

const PAYING: State[] = [
  [
    'tickets chosen',
    async ({ page }) => {
      await page.goto(DERBY)
      await choose(page, { Standard: 4, VIP: 2 })
    },
  ],
  [
    'the payment form with an error',
    async ({ page }) => {
      await buyButton(page).click()
      await payButton(page).click()
      await page.getByRole('alert').waitFor()
    },
  ],
  [
    'the prompt is on the phone',
    async ({ page, phone }) => {
      await phoneField(page).fill(phone)
      await payButton(page).click()
      await waitForPromptWords(page)
    },
  ],
  [
    'a payment by its address',
    async (stage) => {
      await openLastOrder(stage)
      await waitForPromptWords(stage.page)
    },
  ],
  [
    'an open payment on the list',
    async ({ page }) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Continue' }).waitFor()
    },
  ],
]

const PAYING_AGAIN: State[] = [
  [
    'a failed payment',
    async ({ page, shop, event, phone }) => {
      await shop.sandbox.set(phone, { auto: 'cancel' })
      const tickets = { Terrace: 2, Stand: 1 }
      await askToPay(page, { path: `/event/${event.id}`, tickets, phone })
      await waitForProblem(page, CANCELLED)
    },
  ],
  [
    'a failed payment by its address',
    async (stage) => {
      await openLastOrder(stage)
      await phoneField(stage.page).waitFor()
    },
  ],
  [
    'tickets bought',
    async ({ page, shop, event, phone }) => {
      await shop.sandbox.set(phone, { auto: 'pay' })
      await page.goto(`/event/${event.id}`)
      await waitForProblem(page, CANCELLED)
      await payButton(page).click()
      await waitForTickets(page)
    },
  ],
  [
    'a ticket',
    async ({ page }) => {
      await page.getByRole('link', { name: 'View Ticket →' }).first().click()
      await waitForTitle(page, 'Terrace')
    },
  ],
  [
    'already paid',
    async ({ page }) => {
      await page.goBack()
      await waitForTickets(page)
      await page.goBack()
      await waitForHeading(page, 'Already paid')
    },
  ],
]

const EVENTS: State[] = [
  [
    'an event with a long title and many types',
    async (stage) => {
      await stage.page.goto(`/event/${await findLongTitle(stage)}`)
      await waitForTitle(stage.page, LONG_TITLE)
    },
  ],
  ['sold out', (stage) => openEvent(stage, { title: 'Gone in a Day', soldOut: true })],
  ['sales over', (stage) => openEvent(stage, { title: 'Long Ago', date: '2024-08-10' })],
  ['no ticket types', (stage) => openEvent(stage, { title: 'Open Day', types: [] })],
  [
    'nothing at this address',
    async ({ page }) => {
      await page.goto('/event/nothing')
      await waitForHeading(page, 'Event not found')
    },
  ],
  [
    'the success page without a purchase',
    async ({ page }) => {
      await page.goto('/success')
      await waitForHeading(page, 'Looking for your tickets?')
    },
  ],
]

/**
 * All states of the buying pages that a visitor can cause. Each walk starts from nothing, and each
 * state follows from the previous state.
 */
export const WALKS: Record<string, State[]> = {
  paying: PAYING,
  'paying again, and what was bought': PAYING_AGAIN,
  'events of every kind': EVENTS,
}
