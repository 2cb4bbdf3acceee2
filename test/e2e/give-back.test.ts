// spec: free-given-back-page, free-revoked
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { takeFree } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readCode, readSms } from './sms.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_LAPTOP, ON_PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
beforeAll(async () => {
  const types = [{ name: 'Regular', isFree: true, capacity: 500, maxPerOrder: 10 }]
  event = await buildEvent(shop.db, { title: 'Open Day', types })
})

const main = (page: Page) => wordsOf(page.getByRole('main'))

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    test.each([
      ['with script', true],
      ['without script', false],
    ])(
      'a holder returns one person of a free ticket, then the rest, and the page says so, %s',
      async (_how, script) => {
        const { phone, number } = await takeFree(shop, event, 3)
        const visitor = await newVisitor(browser, shop, { size, script })
        const { page } = visitor
        const form = page.getByRole('form', { name: 'Return this ticket' })
        const say = async (code: string) => {
          await form.getByLabel('Code from the SMS').fill(code)
          await form.getByRole('button', { name: 'Return ticket' }).click()
        }
        await page.goto(`/t/${number}`)
        await page.getByText('Return this ticket').click()
        await page.getByText('You cannot undo this').waitFor()
        if (script) await expectSoundState(visitor, shop)
        await form.getByLabel('How many people').fill('1')
        await form.getByRole('button', { name: 'Send code' }).click()
        await say('1')
        await expect.poll(() => main(page)).toContain('Wrong code')
        if (script) await expectSoundPage(visitor, shop)
        await say(await readCode(shop, phone, /return 1 x Regular/))
        await expect.poll(() => main(page)).toContain('Quantity: 2')
        expect(await main(page)).toContain('Returned. Thank you.')
        await page.goto(`/t/${number}`)
        await page.getByText('Return this ticket').click()
        await form.getByRole('button', { name: 'Send code' }).click()
        await say(await readCode(shop, phone, /return 2 x Regular/))
        await expect.poll(() => main(page)).toContain('It was returned')
        expect(await main(page)).toContain('This ticket is no longer valid.')
        if (script) await expectSoundPage(visitor, shop)
        await readSms(shop, phone, /^You returned 2 x Regular \(Open Day\)\./)
        await visitor.context.close()
      },
    )
  })
}

for (const { name, size } of ON_LAPTOP) {
  test(`an admin revokes a free order from its details, on ${name}`, async () => {
    const { phone } = await takeFree(shop, event, 2)
    const admin = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = admin
    await page.goto(`/organizer/events/${event.id}/transactions`)
    await page.getByRole('searchbox', { name: 'Search by phone number' }).fill(phone)
    await page.getByText('1 in total', { exact: true }).waitFor()
    const open = page.getByRole('button', { name: /Open order$/ }).first()
    await open.click()
    const panel = page.getByRole('dialog', { name: /^Order / })
    // The focus returns to the row, from which the keyboard opens the panel again.
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Revoke…' }).click()
    await panel.getByText('Revoke the tickets of this free order?').waitFor()
    expect(await panel.getByText('Refund…').count()).toBe(0)
    await expectSoundState(admin, shop)
    await panel.getByRole('button', { name: 'Revoke tickets' }).click()
    await page.getByText('2 tickets revoked.').waitFor()
    await page.getByRole('table').getByText('Cancelled', { exact: true }).waitFor()
    await readSms(shop, phone, /^Your free ticket for Open Day, no\. .+ was withdrawn/)
    await admin.context.close()
  })
}
