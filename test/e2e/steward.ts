// A steward's phone in a browser. The phone's camera shows pictures that the test draws.
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '../../sample/accounts.ts'
import type { MadeGatePhone } from '../../src/checkin/gate.contract.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { drawPicture, type Kind, toPng } from '../code-pictures.ts'
import { buyTickets } from './bought-tickets.ts'
import type { Shop } from './shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

export const SMALL = { width: 360, height: 640 }

declare global {
  interface Window {
    /** The picture that the camera shows. */
    underCamera: HTMLImageElement | null
    /**
     * `shownCode` is the code that the phone's built-in reader returns. `looks` counts the calls of
     * the reader.
     */
    shownCode: string | undefined
    looks: number
    /** The time by which the phone's clock is ahead, in ms. */
    aheadMs: number
  }
}

/**
 * Replaces the phone's camera with the test's picture, drawn five times a second. The picture tilts
 * as in a hand, because a drawn code with cracks is unreadable from any single angle in about one
 * of a hundred cases.
 */
const CAMERA = `
const TILTS = [0, -3, 3, 8, -8]
window.aheadMs = 0
const { now } = Date
Date.now = () => now() + window.aheadMs
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  let drawn = 0
  const draw = () => {
    context.fillStyle = '#6e6e6e'
    context.fillRect(0, 0, 640, 480)
    if (!window.underCamera) return
    context.save()
    context.translate(320, 240)
    context.rotate((TILTS[drawn++ % TILTS.length] * Math.PI) / 180)
    context.drawImage(window.underCamera, -320, -240)
    context.restore()
  }
  draw()
  setInterval(draw, 200)
  return canvas.captureStream(5)
}`

async function callAs(
  shop: Shop,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const { email } = SAMPLE_ACCOUNTS.admin
  const json = { 'content-type': 'application/json' }
  const signIn = await fetch(`${shop.origin}/api/auth/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: SAMPLE_PASSWORD }),
  })
  const { access_token } = (await signIn.json()) as { access_token: string }
  const answer = await fetch(shop.origin + path, {
    method,
    headers: { authorization: `Bearer ${access_token}`, ...(body && json) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Calls the API as an admin. */
export const admin = {
  makePhone: async (shop: Shop, event: BuiltEvent, more: object = {}) =>
    (await callAs(shop, 'POST', '/api/gate_phones', {
      name: 'North',
      event_id: event.id,
      ...more,
    })) as unknown as MadeGatePhone,
  revoke: (shop: Shop, id: string) => callAs(shop, 'DELETE', `/api/gate_phones/${id}`),
  save: (shop: Shop, event: BuiltEvent, rules: object) =>
    callAs(shop, 'PUT', `/api/events/${event.id}/entry_rules`, rules),
}

export type GateEvent = BuiltEvent & {
  /** Buys a ticket for this many people. Tickets of the first type (0) enter at gate A. */
  buy: (people: number, type?: number) => Promise<string>
  gateId: (name: string) => Promise<string>
}

/** Inserts an event with two gates. `openDoors` opens its doors. */
export async function buildGateEvent(shop: Shop): Promise<GateEvent> {
  const event = await buildEvent(shop.db, {
    title: 'Derby Day',
    types: [
      { name: 'Terrace', gates: ['Gate A'], capacity: 500, maxPerOrder: 20 },
      { name: 'Stand', gates: ['Gate B'], capacity: 500, maxPerOrder: 20 },
    ],
  })
  return {
    ...event,
    buy: async (people, type = 0) => {
      const quantities = type === 0 ? [people] : [0, people]
      const { tickets } = await buyTickets(shop, event, quantities)
      return tickets[0]!.ticket_number
    },
    gateId: async (name) => {
      const gate = shop.db.selectFrom('gate').select('id').where('name', '=', name)
      return (await gate.executeTakeFirstOrThrow()).id
    },
  }
}

/** Moves the event to yesterday, so that no check-in is refused as too early. */
export async function openDoors(shop: Shop, event: BuiltEvent): Promise<void> {
  await sql`update event set date = current_date - 1 where id = ${event.id}`.execute(shop.db)
}

export type Steward = Visitor & { phone: MadeGatePhone }
/** For each ticket: its number of people, and the index of its type (default: the first type). */
export type Tickets = [people: number, type?: number][]

/** Inserts an event with open doors and sells these tickets. */
export async function openGates(shop: Shop, tickets: Tickets) {
  const of = await buildGateEvent(shop)
  const numbers: string[] = []
  for (const [people, type] of tickets) numbers.push(await of.buy(people, type))
  await openDoors(shop, of)
  return { of, numbers }
}

const open: Steward[] = []

/** Closes the stewards' browsers after each test. Expects that no errors occurred in them. */
export async function endStewards(): Promise<void> {
  for (const { context, faults } of open.splice(0)) {
    await context.close()
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  }
}

/** Opens the gate app in a new browser, and pairs the phone by its link. */
export async function newSteward(
  browser: Browser,
  shop: Shop,
  event: BuiltEvent,
  more: object = {},
): Promise<Steward> {
  const phone = await admin.makePhone(shop, event, more)
  const visitor = await newVisitor(browser, shop, { size: SMALL })
  await visitor.context.addInitScript(CAMERA)
  await visitor.page.goto(`/gate/#${phone.code}`)
  await visitor.page.getByText('Online', { exact: true }).waitFor()
  const steward = { ...visitor, phone }
  open.push(steward)
  return steward
}

/** Waits until the browser has stored the app's files, so that the app opens offline. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Shows a ticket's code to the camera. */
export async function hold(page: Page, shop: Shop, number: string, how: Kind = 'plain') {
  const source = await toPng(await drawPicture(`${shop.origin}/t/${number}`, how))
  await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    window.underCamera = image
  }, source)
}

/** The result is a button that covers the whole screen. */
const resultIn = (page: Page) => page.getByRole('button').getByRole('alert')

/**
 * A little longer than a code must be out of view before it can be scanned again (`in-view.ts`).
 */
const AWAY_MS = 2100

/**
 * Waits for the result of a scan and returns its text. Then removes the code from view long enough
 * for another scan.
 */
export async function resultOf(page: Page): Promise<string> {
  const alert = resultIn(page)
  await alert.waitFor()
  const text = (await alert.allInnerTexts())[0]!.replace(/\s*\n+\s*/g, ' | ')
  await page.evaluate((ms) => {
    window.underCamera = null
    window.aheadMs += ms
  }, AWAY_MS)
  return text
}

export async function scan(
  page: Page,
  shop: Shop,
  number: string,
  how: Kind = 'plain',
): Promise<string> {
  await hold(page, shop, number, how)
  const said = await resultOf(page)
  await resultIn(page).waitFor({ state: 'detached' })
  return said
}

/** Types a ticket number, which takes much less time than showing a picture. */
export async function typeIn(page: Page, typed: string): Promise<string> {
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByLabel('Ticket number').fill(typed)
  await page.getByRole('button', { name: 'Check in' }).click()
  const said = await resultOf(page)
  await resultIn(page).waitFor({ state: 'detached' })
  return said
}

export async function loseNetwork({ context, page }: Visitor): Promise<void> {
  await context.setOffline(true)
  await page.getByText('Offline: deciding on this phone').waitFor()
}

export async function findNetwork({ context, page }: Visitor): Promise<void> {
  await context.setOffline(false)
  await page.getByText('Online', { exact: true }).waitFor()
  await page.getByText('to sync').waitFor({ state: 'detached' })
}

/** Returns all data that the phone has stored, as text. */
export function readKeptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!)
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
      })
      for (const store of db.objectStoreNames) {
        const request = db.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          request.onsuccess = resolve
        })
        all.push(...request.result)
      }
      db.close()
    }
    return JSON.stringify(all)
  })
}
