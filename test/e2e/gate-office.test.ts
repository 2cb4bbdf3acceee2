import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { busyGate, quietGate } from './gate-answers.ts'
import { busiestEvent, newColleague, readTable, setHidden } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf, expectSoundPage } from './sound-page.ts'
import { ON_LAPTOP, TODAYS_SIZES } from './visitor.ts'

/**
 * A little longer than the interval of polls, because at exactly 2 s a poll may or may not have
 * been sent.
 */
const A_BEAT_MS = 2100
const ENTRY = /\/api\/events\/[^/]+\/entry$/

const { shop, browser } = await oneShop()
let eventId: string
beforeAll(async () => {
  eventId = await busiestEvent(shop)
})

/** Opens a command view with a simulated server. The returned object changes the server's data. */
async function playGate(page: Page, view = quietGate()) {
  const played = { view, isDown: false, asked: 0 }
  await page.route(ENTRY, (route) => {
    played.asked += 1
    return played.isDown ? route.abort() : route.fulfill({ json: played.view })
  })
  return played
}

describe('the command view', () => {
  // spec: command-view-alarm, command-view-live, door-sale-cash-view
  test.each(TODAYS_SIZES)(
    'the command view shows an empty gate, then a full one with alarms, conflicts and forty phones, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      const gate = await playGate(page)
      await page.goto(`/organizer/events/${eventId}`)
      const tabs = page.getByRole('navigation', { name: 'Event' })
      await tabs.getByRole('link', { name: 'Gate' }).click()
      await page.getByText('The licensed capacity is not set.').waitFor()
      await page.getByText('No phones paired.').waitFor()
      await page.getByText('No refusals').waitFor()
      await page.getByText('No over-admissions').waitFor()
      expect(await page.title()).not.toContain('⚠')
      await expectSoundHalf(visitor, shop)
      gate.view = busyGate()
      await page.getByText('95% of the licensed capacity reached').waitFor()
      expect(await page.title()).toBe('⚠ 95% of the licensed capacity reached · Lango')
      await page.getByText('A ticket that was never sold was let in').waitFor()
      await page.getByText('2 too many').waitFor()
      await page.getByText(/^2 let in · Gate A · Mwanajuma .+ offline, synced /).waitFor()
      await page.getByText(/^1 out · Gate unknown · Back office/).waitFor()
      const cash = await readTable(page, 'Sold for cash')
      expect(cash[0]).toMatchObject({ People: '412', 'Last hour': '96', Cash: 'KES 1,236,000' })
      const refused = await readTable(page, 'Refused')
      expect(refused.map((row) => `${row.Reason} ${row.Refused}`)).toEqual([
        'Already used 131',
        'Transferred 21',
        'Not genuine 3',
      ])
      const phones = await readTable(page, 'Phones')
      // Phones that need attention come first.
      expect(phones).toHaveLength(8)
      expect(phones[0]).toMatchObject({ 'Last contact': '31 min ago', 'To sync': '127' })
      expect(phones[1]).toMatchObject({ Battery: '4% low', Clock: '3 h behind', State: 'In use' })
      await expectSoundHalf(visitor, shop)
      // The alarm is visible at every scroll position.
      await page.getByRole('button', { name: 'Show all 40 phones' }).click()
      await page.getByText('Steward 38', { exact: true }).scrollIntoViewIfNeeded()
      const alarm = page.getByText('95% of the licensed capacity reached')
      expect((await alarm.boundingBox())!.y).toBeGreaterThan(0)
      gate.view = busyGate({ inside: 12_000 })
      await page.getByText('Capacity reached. Stop entry.').waitFor()
      gate.view = busyGate({ inside: 100 })
      await expect.poll(() => page.title()).not.toContain('⚠')
      await visitor.context.close()
    },
  )

  // spec: command-view-live
  test.each(ON_LAPTOP)(
    'the command view polls every 2 s while it is visible, and says when it is not live, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await page.clock.install()
      const gate = await playGate(page)
      await page.goto(`/organizer/events/${eventId}/gate`)
      await page.getByText('Inside now').waitFor()
      // The timer of the next poll starts once a response is shown, so wait for the shown number
      // before moving the clock.
      const isShown = (people: string) => page.getByText(people, { exact: true }).first().waitFor()
      gate.view = quietGate({ inside: 7000 })
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      await isShown('7,000')
      const count = gate.asked
      for (const beat of [1, 2, 3]) {
        gate.view = quietGate({ inside: 7000 + beat })
        await page.clock.fastForward(A_BEAT_MS)
        await isShown(`7,00${beat}`)
        expect(gate.asked).toBe(count + beat)
      }
      gate.isDown = true
      await page.clock.fastForward(A_BEAT_MS)
      await page.getByText(/^Not live: figures from \d+:\d\d [AP]M\. Trying/).waitFor()
      gate.isDown = false
      await setHidden(page, true)
      const before = gate.asked
      await page.clock.fastForward(20_000)
      expect(gate.asked).toBe(before)
      await setHidden(page, false)
      await expect.poll(() => page.getByText('Not live').count()).toBe(0)
      await visitor.context.close()
    },
  )

  // spec: gate-stopped, gate-let-in
  test.each(ON_LAPTOP)(
    'a steward stops entry after a question, and admits a person manually, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await playGate(page, busyGate())
      await page.goto(`/organizer/events/${eventId}/gate`)
      await page.getByRole('button', { name: 'Stop entry at Main Gate' }).click()
      const stopped = page.waitForRequest(/\/stopped_gates/)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/a phone that is offline lets people in until then/).waitFor()
      await expectSoundPage(visitor, shop)
      await dialog.getByRole('button', { name: 'Stop entry' }).click()
      expect((await stopped).postDataJSON()).toEqual({ gate_id: null })
      const stops = shop.db.selectFrom('stopped_gate').selectAll().where('event_id', '=', eventId)
      await expect.poll(async () => (await stops.execute()).length).toBe(1)
      await shop.db.deleteFrom('stopped_gate').where('event_id', '=', eventId).execute()
      await letInByHand(page)
      await visitor.context.close()
    },
  )

  async function letInByHand(page: Page): Promise<void> {
    const ticket = { ticket_type: 'VIP', admits: 5, left: 3, gate: 'Gate A', state: 'valid' }
    const found = { ...ticket, ticket_number: '0A1B2C3D4E5F6G7H' }
    await page.route(/\/api\/gate\/find/, (route) => route.fulfill({ json: { data: [found] } }))
    const bodies: Record<string, unknown>[] = []
    const reply = { result: 'valid', message: 'Valid: 2 × VIP. 1 entry left.' }
    await page.route(/\/api\/check_ins$/, (route) => {
      bodies.push(route.request().postDataJSON())
      // The response to the first request is lost.
      return bodies.length === 1 ? route.abort() : route.fulfill({ json: reply })
    })
    await page.getByLabel(/Ticket number, or/).fill('5678')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByText('3 of 5 left').waitFor()
    await page.getByRole('button', { name: 'Let in on 0A1B2C3D4E5F6G7H' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('People').selectOption('2')
    await dialog.getByRole('button', { name: 'Let in' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('broken screen')
    await dialog.getByRole('button', { name: 'Let in' }).click()
    await dialog.getByText('Safe to try again.').waitFor()
    await dialog.getByRole('button', { name: 'Let in' }).click()
    await page.getByText(reply.message).waitFor()
    const [first, second] = bodies
    expect(first).toMatchObject({ admits: 2, reason: 'broken screen', event_id: eventId })
    expect(second).toEqual(first)
  }
})

describe('gate phones', () => {
  // spec: gate-phone-pairing, gate-phone-revoked
  test.each(TODAYS_SIZES)(
    'a gate phone is made, paired with its code, and revoked after a question, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await page.goto(`/organizer/events/${eventId}/gate/phones`)
      await page.getByText('No gate phones yet.').waitFor()
      await expectSoundHalf(visitor, shop)
      await page.getByRole('button', { name: 'Add gate phone' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Add phone' }).click()
      await dialog.getByText('Enter a name for the phone.').waitFor()
      await dialog.getByLabel('Name').fill('Wanjiku')
      await dialog.getByLabel('May sell tickets').check()
      await dialog.getByLabel(/Phone number/).fill('0712345678')
      await dialog.getByRole('button', { name: 'Add phone' }).click()
      await dialog.getByRole('heading', { name: 'Pair "Wanjiku"' }).waitFor()
      await dialog.getByRole('img', { name: 'Code to pair Wanjiku' }).waitFor()
      expect(await dialog.getByRole('timer').textContent()).toMatch(/^(60:00|59:\d\d)$/)
      const url = await dialog.getByText(/\/gate\/#/).textContent()
      await dialog.getByText(/works once and is shown only now/).waitFor()
      await dialog.getByText('We have also sent the link by SMS.').waitFor()
      await expectSoundHalf(visitor, shop)
      await expectSms(url!)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expectState(page, 'Not paired yet')
      expect(await page.getByText(url!).count()).toBe(0)
      await pairPhone(url!)
      // The state changes without any action by the user.
      await expectState(page, 'In use')
      await page.getByText('All gates · may sell').waitFor()
      await expectSoundHalf(visitor, shop)
      await page.getByRole('button', { name: 'Revoke Wanjiku' }).click()
      await dialog
        .getByText(/stops working everywhere immediately, and its data is removed/)
        .waitFor()
      await dialog.getByRole('button', { name: 'Go back' }).click()
      await page.getByRole('button', { name: 'Revoke Wanjiku' }).click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await expectState(page, 'Revoked')
      expect(await page.getByRole('button', { name: 'Revoke Wanjiku' }).count()).toBe(0)
      await shop.db.deleteFrom('gate_phone').where('event_id', '=', eventId).execute()
      await visitor.context.close()
    },
  )

  async function expectState(page: Page, state: string): Promise<void> {
    const table = page.getByRole('table', { name: 'Gate phones' })
    await table.getByText(state, { exact: true }).waitFor()
  }

  /**
   * Expects an SMS with the link. Expects that its text is deleted from the database once the SMS
   * is sent.
   */
  async function expectSms(url: string): Promise<void> {
    const { id } = await shop.db
      .selectFrom('gate_phone')
      .select('id')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    const { recipient, body } = await shop.db
      .selectFrom('message')
      .select(['recipient', 'body'])
      .where('dedupe_key', '=', `gate_phone:${id}`)
      .executeTakeFirstOrThrow()
    expect(recipient).toBe('254712345678')
    if (body !== '') expect(body).toContain(url)
  }

  async function pairPhone(url: string): Promise<void> {
    const body = JSON.stringify({ code: url.split('#')[1] })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const answer = await fetch(`${shop.origin}/api/gate/pair`, init)
    expect(answer.status).toBe(200)
  }
})

describe('the rules of a gate', () => {
  // spec: entry-rules-form, gate-move-dialog
  test.each(TODAYS_SIZES)(
    'entry rules are saved, and a type is moved after the page says who is notified, on $name',
    async ({ size }) => {
      const visitor = await newColleague(browser, shop, { who: 'organizer', size })
      const { page } = visitor
      await page.goto(`/organizer/events/${eventId}/gate/rules`)
      const capacity = page.getByLabel('Licensed capacity')
      await capacity.fill('many')
      await page.getByRole('button', { name: 'Save rules' }).click()
      await page.getByText('Enter a number of people, such as 12000.').waitFor()
      await capacity.fill('12,000')
      await page.getByLabel('Accept any gate from').fill('2027-03-14T19:30')
      await page.getByLabel('Allow re-entry').check()
      await page.getByRole('button', { name: 'Save rules' }).click()
      await page.getByText('Saved. Phones update at their next sync.').waitFor()
      await expectSoundHalf(visitor, shop)
      await page.reload()
      await expect.poll(() => capacity.inputValue()).toBe('12000')
      expect(await page.getByLabel('Accept any gate from').inputValue()).toBe('2027-03-14T19:30')
      await shop.db.deleteFrom('entry_rule').where('event_id', '=', eventId).execute()
      await page.route(/\/holders$/, (route) => route.fulfill({ json: { holders: 4123 } }))
      await page.route(/\/ticket_types\/[^/]+\/gate$/, (route) =>
        route.fulfill({ status: 202, json: {} }),
      )
      await page
        .getByRole('button', { name: /^Change gate of / })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('4,123 holders get an SMS with the new gate.').waitFor()
      await expectSoundHalf(visitor, shop)
      await dialog.getByRole('button', { name: 'Change and notify' }).click()
      await page
        .getByText(/enters through .+\. 4,123 holders get an SMS in about 10 minutes\.$/)
        .waitFor()
      await visitor.context.close()
    },
  )
})
