import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { addMember } from '../team.ts'
import { newAccount } from './entrance.ts'
import { busiestEvent, goTo, openMenu, readFigures, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Opens a browser with a signed-in account that is a door lead of the sample organizer. */
async function newDoorLead(size: (typeof SIZES)[number]['size']) {
  const visitor = await newVisitor(browser, shop, { size })
  const email = `${randomUUID()}@club.example`
  await newAccount(visitor.context, shop, email)
  const account = shop.db.selectFrom('account').select('id').where('email', '=', email)
  const { id } = await account.executeTakeFirstOrThrow()
  const part = { organizerId: SAMPLE_ACCOUNTS.organizer.id, role: 'door_lead' } as const
  const [memberId] = await addMember({ db: shop.db, clock: systemClock }, id, part)
  const leave = () => shop.db.deleteFrom('member').where('id', '=', memberId!).execute()
  return { ...visitor, leave }
}

const MONEY = /KES|Revenue|Statement|Transactions/

async function expectNoMoney(page: Page): Promise<void> {
  expect(await page.getByRole('main').textContent()).not.toMatch(MONEY)
}

const linksOf = async (page: Page, name: string) =>
  await page.getByRole('navigation', { name }).getByRole('link').allInnerTexts()

// spec: door-lead-screens
test.each(SIZES)(
  'a door lead finds people and no money on every page of the menu and of an event, on $name',
  async ({ size }) => {
    const visitor = await newDoorLead(size)
    const { page, leave } = visitor
    const eventId = await busiestEvent(shop)
    await page.goto('/organizer/dashboard')
    await page.getByRole('heading', { name: 'Next events' }).waitFor()
    expect(Object.keys(await readFigures(page))).toEqual(['Total Events', 'Tickets Sold'])
    await expectNoMoney(page)
    await expectSoundPage(visitor, shop)
    const menu = await openMenu(page)
    const entries = menu.getByRole('navigation', { name: 'Back office' }).getByRole('link')
    expect(await entries.allInnerTexts()).toEqual(['Dashboard', 'Events', 'Help'])
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^Live of / })
      .first()
      .click()
    await page.getByRole('navigation', { name: 'Gate' }).waitFor()
    const tabs = ['Overview', 'Share', 'Validations', 'Questions', 'Gate']
    expect(await linksOf(page, 'Event')).toEqual(tabs)

    await goTo(page, 'Events')
    await page.getByRole('table', { name: 'Events' }).waitFor()
    const [row] = await readTable(page, 'Events')
    expect(Object.keys(row!)).not.toContain('Revenue')
    expect(row!.Sales).toMatch(/sold/)
    await expectNoMoney(page)

    await page.goto(`/organizer/events/${eventId}`)
    await page.getByRole('heading', { name: 'Ticket Types', exact: true }).waitFor()
    expect(Object.keys(await readFigures(page))).toEqual([
      'Total Tickets Sold',
      'Checked In',
      'Redemption Rate',
      'Conversion Rate',
    ])
    await page.getByRole('heading', { name: 'Tickets Sold Over Time' }).waitFor()
    expect(Object.keys((await readTable(page, 'Ticket Types'))[0]!)).toEqual([
      'Ticket Type',
      'Sold',
    ])
    await expectNoMoney(page)
    await expectSoundPage(visitor, shop)

    for (const tab of ['transactions', 'codes', 'statement', 'complimentary']) {
      await page.goto(`/organizer/events/${eventId}/${tab}`)
      await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()
    }
    await expectSoundPage(visitor, shop)
    for (const path of ['tickets', 'statement']) {
      await page.goto(`/organizer/${path}`)
      await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()
      await page.getByText('In your teams you see tickets and check-ins, and no money.').waitFor()
    }
    await expectSoundPage(visitor, shop)

    // After leaving the team, the account is an ordinary organizer.
    await leave()
    await page.goto('/organizer/statement')
    await page.getByText('Sales, refunds, fees and payouts').waitFor()
    await visitor.context.close()
  },
)
