import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  beginDraft,
  button,
  expectProblem,
  field,
  marked,
  readEvent,
  row,
  SAVED,
} from './event-form.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const typeRow = (page: Page, n: number) => row(page, n).first()
const day = (page: Page, n: number) => page.getByRole('group', { name: `Day ${n}`, exact: true })
const validOn = (page: Page, n: number) => typeRow(page, n).getByRole('group', { name: 'Valid on' })

// spec: form-days, form-type-days
test.each(SIZES)(
  'an organizer plans a festival of three days with day tickets and a pass, on $name',
  async ({ size }) => {
    const organizer = await newColleague(browser, shop, { who: 'organizer', size })
    const { page } = organizer
    const title = await beginDraft(page, 'Festival')
    await typeRow(page, 1).getByLabel('Price (KES)').fill('2500')
    expect(await validOn(page, 1).count()).toBe(0)
    await expectDays(page)
    await expectDayTicket(page)
    await expectPass(page)
    await expectSoundPage(organizer, shop)
    await button(page, 'Save draft').click()
    await page.waitForURL(SAVED)
    const id = await expectStored(title)
    await page.goto(`/organizer/events/${id}/preview`)
    await page.getByText('One visit, any of the 3 days').waitFor()
    await organizer.context.close()
  },
)

async function expectDays(page: Page): Promise<void> {
  await field(page, 'Date').fill('2027-12-10')
  await field(page, 'Time').fill('17:00')
  expect(await page.getByLabel('One day').isChecked()).toBe(true)
  await page.getByLabel('Several days').check()
  expect(await day(page, 2).getByLabel('Date').inputValue()).toBe('2027-12-11')
  await day(page, 2).getByText('Saturday, December 11, 2027', { exact: true }).waitFor()
  await day(page, 2).getByLabel('Starts').fill('05:00')
  await button(page, 'Save draft').click()
  await expectProblem(
    page,
    'On several days, each day must begin at 6:00 AM or later: the hours before belong to the night before.',
  )
  expect(await marked(page)).toEqual(['days.1.time'])
  await day(page, 2).getByLabel('Starts').fill('10:00')
  await button(page, 'Add a day').click()
  expect(await day(page, 3).getByLabel('Date').inputValue()).toBe('2027-12-12')
  await button(page, 'Add a day').click()
  await button(page, 'Remove Day 4').click()
  expect(await day(page, 4).count()).toBe(0)
}

async function expectDayTicket(page: Page): Promise<void> {
  await validOn(page, 1).getByLabel('Fri, Dec 10, 2027').uncheck()
  await validOn(page, 1).getByLabel('Sun, Dec 12, 2027').uncheck()
  await validOn(page, 1).getByText('On sale until its day ends.').waitFor()
  expect(await typeRow(page, 1).getByText('Once per day').count()).toBe(0)
}

async function expectPass(page: Page): Promise<void> {
  await button(page, 'Add Ticket Type').click()
  const pass = typeRow(page, 2)
  await pass.getByLabel('Name', { exact: true }).fill('standard')
  await pass.getByLabel('Price (KES)').fill('6000')
  await button(page, 'Save draft').click()
  await expectProblem(page, 'Choose at least one day for each ticket type.')
  for (const date of ['Fri, Dec 10, 2027', 'Sat, Dec 11, 2027', 'Sun, Dec 12, 2027']) {
    await validOn(page, 2).getByLabel(date).check()
  }
  await button(page, 'Save draft').click()
  await expectProblem(
    page,
    'Another ticket type has this name. Add the day to the name, such as Adult Saturday.',
  )
  expect(await marked(page)).toEqual(['name-1'])
  await pass.getByLabel('Name', { exact: true }).fill('Weekend')
  expect(await pass.getByLabel('Once per day').isChecked()).toBe(true)
  await pass
    .getByText(
      'A pass is not refunded for a single day. If you cancel one of its days, it stays valid on the others.',
    )
    .waitFor()
  await pass.getByLabel('Once in all').check()
}

async function expectStored(title: string): Promise<string> {
  const { id } = (await readEvent(shop, title))!
  const days = shop.db
    .selectFrom('event_day')
    .select(['n', 'date', 'time'])
    .where('event_id', '=', id)
  expect(await days.orderBy('date').execute()).toEqual([
    { n: 1, date: '2027-12-10', time: '17:00:00' },
    { n: 2, date: '2027-12-11', time: '10:00:00' },
    { n: 3, date: '2027-12-12', time: '10:00:00' },
  ])
  const types = await shop.db
    .selectFrom('ticket_type')
    .select(['name', 'day_numbers', 'once_in_all'])
    .where('event_id', '=', id)
    .orderBy('type_offset')
    .execute()
  expect(types).toEqual([
    { name: 'Standard', day_numbers: [2], once_in_all: false },
    { name: 'Weekend', day_numbers: [1, 2, 3], once_in_all: true },
  ])
  return id
}
