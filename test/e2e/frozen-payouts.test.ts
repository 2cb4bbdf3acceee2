// spec: payouts-frozen
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { nairobiDate } from '../../src/platform/values/nairobi.rules.ts'
import { freezeDoubtful } from '../../src/site/freezing/freeze-payouts.job.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { requestedPayout } from './requested-payout.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Builds a past event whose requested payout is frozen: no check-in, and four reports. */
async function frozenEvent() {
  const { db } = shop
  const date = nairobiDate(new Date(Date.now() - 3 * 86_400_000))
  const event = await requestedPayout(shop, date)
  const reports = Array.from({ length: 4 }, () => ({
    ...{ id: randomUUID(), event_id: event.eventId, created_at: new Date() },
    ...{ reason: 'fake', text: 'There was no such show' },
  }))
  await db.insertInto('complaint').values(reports).execute()
  await freezeDoubtful({ db, clock: systemClock, env: readEnv({ DATABASE_URL: 'unused' }) })
  return event
}

async function openTask(page: Page, kind: string, title: string) {
  await page.goto('/organizer/work-list?group=payouts')
  await page.getByRole('link').filter({ hasText: kind }).filter({ hasText: title }).click()
}

describe.each(SIZES)('the payouts of a frozen event on $name', ({ size }) => {
  test('are refused until an admin releases them from their task, with a reason', async () => {
    const { eventId, title } = await frozenEvent()
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await openTask(page, 'Payout requested', title)
    await page.getByRole('button', { name: 'Approve KES 6,400' }).click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByText(/nothing is paid out until an admin releases it/).waitFor()
    const yes = dialog.getByRole('button', { name: 'Pay out KES 6,400' })
    expect(await yes.getAttribute('aria-disabled')).toBe('true')
    await expectSoundState(visitor, shop)

    await openTask(page, 'Payouts frozen', title)
    await page
      .getByRole('dialog')
      .getByText(
        'The event is over, no ticket was checked in, and 4 visitors reported it. The payouts are frozen: KES 8,000 is due to the organizer.',
      )
      .waitFor()
    await expectSoundState(visitor, shop)
    await page.getByRole('button', { name: 'Release payouts' }).click()
    const form = page.getByRole('dialog', { name: 'Release payouts' }).last()
    await form.getByRole('button', { name: 'Release', exact: true }).click()
    const reason = form.getByLabel('Reason')
    expect(await reason.evaluate((field) => field.matches(':invalid'))).toBe(true)
    await reason.fill('The door list and photos show that it took place')
    await expectSoundPage(visitor, shop)
    await form.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByRole('alert').getByText('Payouts released.').waitFor()

    await page.goto(`/organizer/events/${eventId}/statement`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay out KES 6,400' }).click()
    await page.getByRole('alert').getByText('KES 6,400 approved').waitFor()
    await visitor.context.close()
  })
})
