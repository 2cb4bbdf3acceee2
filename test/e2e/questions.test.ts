// spec: questions-one-at-a-time, questions-leaving-shown
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { question, storedAnswers } from '../questions.ts'
import { takeFree } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { PATIENCE } from './patience.ts'
import type { Shop } from './shop.ts'
import { readCode } from './sms.ts'
import { expectSoundPage } from './sound-page.ts'
import { newVisitor, ON_PHONE } from './visitor.ts'

let shop: Shop
let browser: Browser
let event: BuiltEvent
beforeAll(async () => {
  ;({ shop, browser } = await oneShop())
  const types = [{ name: 'Run', isFree: true, capacity: 500, maxPerOrder: 10 }]
  event = await buildEvent(shop.db, { title: 'City Run', types })
  const size = question('Which T-shirt size?')
  const group = question('Name of your group?', { kind: 'text', per: 'ticket', choices: [] })
  for (const [position, { choices, ...row }] of [size, group].entries()) {
    await shop.db
      .insertInto('question')
      .values({
        ...{ id: randomUUID(), event_id: event.id, position, created_at: new Date() },
        ...row,
        choices: JSON.stringify(choices),
      })
      .execute()
  }
})

const main = (page: Page) => wordsOf(page.getByRole('main'))

for (const { name, size } of ON_PHONE) {
  describe(`on ${name}`, () => {
    test.each([
      ['with script', true],
      ['without script', false],
    ])(
      'a holder answers one question after the other, and changes an answer with the code, %s',
      async (_how, script) => {
        const { phone, number } = await takeFree(shop, event, 2)
        const visitor = await newVisitor(browser, shop, { size, script })
        const { page } = visitor
        const form = page.getByRole('form', { name: 'Questions from the organizer' })
        const save = () => form.getByRole('button', { name: 'Save' }).click()
        await page.goto(`/t/${number}`)
        expect(await main(page)).toContain('2 questions from the organizer')
        expect(await main(page)).toContain('Why do you ask? For your shirt')
        if (script) await expectSoundPage(visitor, shop)
        expect(await main(page)).not.toMatch(/We delete|leave this ticket/)
        await save()
        await expect.poll(() => main(page), PATIENCE).toContain('Please answer the question.')
        await form.getByLabel('Person 1').selectOption('M')
        await form.getByLabel('Person 2').selectOption('L')
        await save()
        await expect.poll(() => main(page), PATIENCE).toContain('1 question from the organizer')
        await form.getByLabel('Your answer').fill('Joggers')
        await save()
        await expect.poll(() => main(page), PATIENCE).toContain('Your questions are answered')
        expect(await page.content()).not.toContain('Joggers')
        await page.getByText('Send to a friend').click()
        expect(await main(page)).toContain(
          'We delete the answers of people who leave this ticket: of person 2, then 1.',
        )
        await page.getByRole('link', { name: 'Which T-shirt size?' }).click()
        await page.getByText('2 answered. Change an answer').click()
        await form.getByLabel('Person 2').selectOption('S')
        await save()
        const typed = form.getByLabel('Code from the SMS')
        await typed.fill('1')
        await save()
        await expect.poll(() => main(page), PATIENCE).toContain('Wrong or expired code.')
        if (script) await expectSoundPage(visitor, shop)
        await typed.fill(await readCode(shop, phone, /change the answers/))
        await save()
        await expect.poll(() => main(page), PATIENCE).toContain('Saved. Thank you.')
        expect(await storedAnswers(shop, number)).toEqual(['0:Joggers', '1:M', '2:S'])
        await visitor.context.close()
      },
    )

    test.each([
      ['with script', true],
      ['without script', false],
    ])('the success page asks the first question, %s', async (_how, script) => {
      const { orderId } = await takeFree(shop, event, 2)
      const visitor = await newVisitor(browser, shop, { size, script })
      const { page } = visitor
      await page.goto(`/success?order=${orderId}`)
      const form = page.getByRole('form', { name: 'Questions from the organizer' })
      await form.getByLabel('Person 1').selectOption('M')
      await form.getByLabel('Person 2').selectOption('S')
      if (script) await expectSoundPage(visitor, shop)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => main(page), PATIENCE).toContain('1 question from the organizer')
      await visitor.context.close()
    })
  })
}

test('the Swahili ticket page asks in Swahili', async () => {
  const { number } = await takeFree(shop, event, 2)
  const visitor = await newVisitor(browser, shop, { size: ON_PHONE[0]!.size })
  await visitor.page.goto(`/sw/t/${number}`)
  const words = () => main(visitor.page)
  await expect.poll(words, PATIENCE).toContain('Maswali 2 kutoka kwa mwandalizi')
  expect(await words()).toContain('Which T-shirt size? (sw)')
  expect(await visitor.page.getByRole('button', { name: 'Hifadhi', exact: true }).count()).toBe(1)
  await visitor.context.close()
})
