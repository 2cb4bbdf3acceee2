import { describe, expect, test } from 'vitest'
import { buildEvent } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundHalf } from './sound-page.ts'
import { newVisitor, TODAYS_SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

describe.each(TODAYS_SIZES)('$name', ({ size }) => {
  // spec: sms-unreached
  test('an SMS that cannot be delivered is reported on the ticket and the success page, and an email is sent instead', async () => {
    const event = await buildEvent(shop.db, { title: 'Derby Day' })
    const { phone, tickets } = await buyTickets(shop, event, [1])
    const order = shop.db.selectFrom('order').select('id').where('phone', '=', phone)
    const { id: orderId } = await order.executeTakeFirstOrThrow()
    await shop.db
      .updateTable('message')
      .set({ state: 'failed', last_error: 'UserInBlackList' })
      .where('order_id', '=', orderId)
      .where('channel', '=', 'sms')
      .execute()
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    for (const path of [`/t/${tickets[0]!.ticket_number}`, `/success?order=${orderId}`]) {
      await page.goto(path)
      const other = page.getByRole('region', { name: 'The SMS did not arrive' })
      await other.waitFor()
      expect(await wordsOf(other)).toMatch(
        /We couldn't send the SMS to 07•• ••• \d{3}: this phone opted out of our SMS\./,
      )
      expect(await wordsOf(other)).toContain('*265*25#')
      await expectSoundHalf(visitor, shop)
    }
    await page.getByRole('textbox', { name: 'Get them by email' }).fill('asha@lango.test')
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByText('The email with your tickets is on its way.').waitFor()
    const mails = shop.db.selectFrom('message').select('recipient')
    const sent = await mails
      .where('order_id', '=', orderId)
      .where('channel', '=', 'email')
      .execute()
    expect(sent).toEqual([{ recipient: 'asha@lango.test' }])
    await visitor.context.close()
  })
})
