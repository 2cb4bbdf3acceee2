// spec: transfer-page, transfer-taken-back-by-sender, sent-ticket-stays
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, newPhone } from '../build.ts'
import { buildDerby, buyTickets } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readCode, readSms } from './sms.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildDerby(shop)
})

const main = (page: Page) => wordsOf(page.getByRole('main'))

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    test.each([
      ['with script', true],
      ['without script', false],
    ])(
      'a group sends one ticket to a friend, then the rest, and the old number says so, %s',
      async (_how, script) => {
        const bought = await buyTickets(shop, event, [3, 0])
        const { ticket_number } = bought.tickets[0]!
        const visitor = await newVisitor(browser, shop, { size, script })
        const { page } = visitor
        const send = async (phones: string, code: () => Promise<string>) => {
          await page.getByLabel(/^Friend's phone number/).fill(phones)
          await page.getByRole('button', { name: 'Send code' }).click()
          await page.getByLabel('Code from the SMS').fill('1')
          if (script) await expectSoundPage(visitor, shop)
          await page.getByRole('button', { name: 'Send ticket' }).click()
          await expect.poll(() => main(page)).toContain('Wrong code')
          await page.getByLabel('Code from the SMS').fill(await code())
          await page.getByRole('button', { name: 'Send ticket' }).click()
        }
        await page.goto(`/t/${ticket_number}`)
        await page.getByText('Send to a friend').click()
        if (script) await expectSoundState(visitor, shop)
        const friends = [newPhone(), newPhone()]
        const codeOf = async () => await readCode(shop, bought.phone, /to 2 phones/)
        await send(friends.join(', '), codeOf)
        await expect.poll(() => main(page)).toContain('Quantity: 1')
        expect(await main(page)).toContain('Sent. Your friend will get it by SMS.')
        const link = /\/t\/([0-9A-Z]{16})/.exec(
          await readSms(shop, friends[0]!, /1 x Terrace/),
        )![1]!
        const last = newPhone()
        const local = `0${last.slice(3, 6)} ${last.slice(6, 9)} ${last.slice(9)}`
        const restOf = async () => await readCode(shop, bought.phone, new RegExp(`to ${local}`))
        await page.goto(`/t/${ticket_number}`)
        await page.getByText('Send to a friend').click()
        await send(local, restOf)
        await expect.poll(() => main(page)).toContain('It was sent to another phone')
        expect(await main(page)).toContain('Transferred')
        expect(await main(page)).toContain('This ticket is no longer valid.')
        const end = page.getByRole('status').filter({ hasText: 'Transferred' })
        if (script) expect(await end.evaluate((notice) => notice.matches(':focus'))).toBe(true)
        if (script) await expectSoundPage(visitor, shop)
        // The last friend has not opened the ticket, so the sender can take it back.
        const row = page
          .getByRole('listitem')
          .filter({ hasText: `1 sent to 0${last.slice(3, 4)}•• ••• ${last.slice(9)}, ` })
        await row.getByRole('button', { name: 'Take back' }).click()
        const backOf = await readSms(shop, bought.phone, new RegExp(`back from ${local}`))
        await row.getByLabel('Code from the SMS').fill(backOf.slice(0, 6))
        await row.getByRole('button', { name: 'Take back' }).click()
        await page.getByText('Done. It is back on this ticket.').waitFor()
        await expect.poll(() => main(page)).toContain('Quantity: 1')
        if (script) await expectSoundState(visitor, shop)
        await page.goto(`/t/${link}`)
        expect(await main(page)).toContain('Quantity: 1')
        // The page reports that a person has opened it. Without script, a button reports this.
        const keep = page.getByRole('button', { name: 'Keep this ticket' })
        if (!script) await keep.click()
        await keep.waitFor({ state: 'detached' })
        await page.goto(`/t/${ticket_number}`)
        const kept = page.getByRole('listitem').filter({ hasText: `••• ${friends[0]!.slice(9)}, ` })
        await kept.waitFor()
        expect(await kept.getByRole('button').count()).toBe(0)
        await kept.getByText(/^Opened on .*\. You can't take it back any more\.$/).waitFor()
        await visitor.context.close()
      },
    )

    // spec: transfer-taken-back-by-sender
    test('the notice about a sent ticket ends when the ticket is taken back', async () => {
      const bought = await buyTickets(shop, event, [2, 0])
      const visitor = await newVisitor(browser, shop, { size })
      const { page } = visitor
      await page.goto(`/t/${bought.tickets[0]!.ticket_number}`)
      await page.getByText('Send to a friend').click()
      const friend = newPhone()
      const local = `0${friend.slice(3, 6)} ${friend.slice(6, 9)} ${friend.slice(9)}`
      await page.getByLabel(/^Friend's phone number/).fill(local)
      await page.getByLabel('How many people').fill('1')
      await page.getByRole('button', { name: 'Send code' }).click()
      const code = page.getByLabel('Code from the SMS')
      await code.fill(await readCode(shop, bought.phone, new RegExp(`to ${local}`)))
      await page.getByRole('button', { name: 'Send ticket' }).click()
      const sent = page.getByText('Sent. Your friend will get it by SMS.')
      await sent.waitFor()
      const takeBack = page.getByRole('listitem').getByRole('button', { name: 'Take back' })
      await takeBack.click()
      const backOf = await readSms(shop, bought.phone, new RegExp(`back from ${local}`))
      await code.fill(backOf.slice(0, 6))
      await takeBack.click()
      await page.getByText('Done. It is back on this ticket.').waitFor()
      await sent.waitFor({ state: 'detached' })
      await visitor.context.close()
    })
  })
}
