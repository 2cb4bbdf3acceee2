// spec: refund-told-to-buyer, refund-waits
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { requestRefund } from '../../src/refunds/take-back/take-back.ts'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor } from './visitor.ts'

const { shop, browser } = await oneShop()

/**
 * Buys an order and requests its refund. With `listed`, M-Pesa's list already has the payment, so
 * the refund can be sent.
 */
async function refunded({ listed }: { listed: boolean }): Promise<Bought & { orderId: string }> {
  const bought = await buyTickets(shop, await buildDerby(shop), [1, 1])
  const payment = await shop.db
    .updateTable('payment')
    .set({ listed_at: listed ? new Date() : null })
    .where('mpesa_receipt', '=', bought.reference)
    .returning('order_id')
    .executeTakeFirstOrThrow()
  const viewer = { accountId: SAMPLE_ACCOUNTS.admin.id, role: 'admin' } as const
  const asked = { orderId: payment.order_id, reason: 'technical_error', words: '' } as const
  await requestRefund({ db: shop.db, clock: systemClock }, viewer, asked)
  return { ...bought, orderId: payment.order_id }
}

test('the ticket, My tickets and the order show the state of a refund', async () => {
  const { tickets, reference, orderId } = await refunded({ listed: false })
  const visitor = await newVisitor(browser, shop)
  const { page } = visitor
  await page.goto(`/t/${tickets[0]!.ticket_number}`)
  const due =
    /KES 1,300 for 2 tickets will be refunded by \w+ \d+, \d{4} to the M-PESA number that paid\./
  const words = await wordsOf(page.getByRole('main'))
  expect(words).toMatch(due)
  expect(words).toContain('This ticket is no longer valid.')
  // The money is not back yet.
  expect(await page.getByText('Refund due', { exact: true }).count()).toBeGreaterThan(0)
  expect(words).not.toContain('Refunded')
  for (const gone of ['Enter Through', 'only valid at', 'Scan this QR code', 'Add to calendar']) {
    expect(words).not.toContain(gone)
  }
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
  await expectSoundPage(visitor, shop)
  await page.goto('/my-ticket')
  await waitForHeading(page, 'Find Your Ticket')
  await page.getByLabel('M-PESA Reference Number').fill(reference)
  await page.getByRole('button', { name: 'Find Ticket' }).click()
  await waitForHeading(page, '2 tickets found')
  expect(await wordsOf(page.getByRole('main'))).toMatch(due)
  await expectSoundState(visitor, shop)
  await page.goto(`/success?order=${orderId}`)
  await waitForHeading(page, 'Your payment')
  expect(await wordsOf(page.getByRole('main'))).toMatch(
    /These tickets were cancelled and are no longer valid\. KES 1,300 will be refunded by [A-Z][a-z]+ \d+, \d{4} to 0\d••\s•••\s\d{3}\./,
  )
  await expectSoundState(visitor, shop)
  await visitor.context.close()
})

test('a finished refund shows the M-PESA receipt', async () => {
  const { tickets, orderId } = await refunded({ listed: true })
  const visitor = await newVisitor(browser, shop)
  const { page } = visitor
  const done = /KES 1,300 for 2 tickets was refunded, M-PESA receipt [A-Z0-9]{10}\./
  const url = `/t/${tickets[0]!.ticket_number}`
  await expect
    .poll(async () => {
      await page.goto(url)
      return await wordsOf(page.getByRole('main'))
    })
    .toMatch(done)
  expect(await page.getByText('Refunded', { exact: true }).count()).toBeGreaterThan(0)
  await page.goto(`/pay/${orderId}`)
  await waitForHeading(page, 'Your payment')
  expect(await wordsOf(page.getByRole('main'))).toMatch(
    /KES 1,300 was refunded, M-PESA receipt [A-Z0-9]{10}\./,
  )
  await visitor.context.close()
})
