// spec: genuine-page
import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bought, buildDerby, buyTickets } from './bought-tickets.ts'
import { waitForHeading, wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let one: Bought
beforeAll(async () => {
  one = await buyTickets(shop, await buildDerby(shop), [2, 0])
})

async function expectAnswer(page: Page, number: string, words: RegExp) {
  await page.getByLabel('Ticket number').fill(number)
  await page.getByRole('button', { name: 'Check Ticket' }).click()
  const status = page.getByRole('main').getByRole('status')
  await expect.poll(() => wordsOf(status)).toMatch(words)
}

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    test.each([
      ['with script', true],
      ['without script', false],
    ])('a person checks a ticket before paying for it, %s', async (_how, script) => {
      const visitor = await newVisitor(browser, shop, { size, script })
      const { page } = visitor
      await page.goto('/my-ticket')
      await page.getByRole('link', { name: "Check it's genuine" }).click()
      await waitForHeading(page, 'Is it genuine?')
      const { ticket_number } = one.tickets[0]!
      const fours = ticket_number.replace(/(.{4})/g, '$1 ')
      const pasted = `Derby Day: 2 x Terrace. ${shop.origin}/t/${ticket_number}`
      await expectAnswer(
        page,
        pasted,
        /^Valid\s+Derby Day: Terrace\s+Genuine and not used yet. Don't pay yet/,
      )
      if (script) await expectSoundPage(visitor, shop)
      const none = `0${String(randomInt(1e9)).padStart(15, '0')}`
      await expectAnswer(page, none, /^Not one of our tickets/)
      await expectAnswer(page, fours, /^Valid/)
      await visitor.context.close()
    })
  })
}
