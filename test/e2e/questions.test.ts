// spec: questions-one-at-a-time, questions-leaving-shown
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { question, storedAnswers } from '../questions.ts'
import { buyTickets, takeFree } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { readCode } from './sms.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, newVisitor, ON_PHONE } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
beforeAll(async () => {
  const types = [{ name: 'Run', isFree: true, capacity: 500, maxPerOrder: 10 }]
  event = await buildEvent(shop.db, { title: 'City Run', types })
  const size = question('Which T-shirt size?')
  const group = question('Name of your group?', { kind: 'text', per: 'ticket', choices: [] })
  await ask(event, [size, group])
})

async function ask({ id }: BuiltEvent, questions: ReturnType<typeof question>[]): Promise<void> {
  for (const [position, { choices, ...row }] of questions.entries()) {
    await shop.db
      .insertInto('question')
      .values({
        ...{ id: randomUUID(), event_id: id, position, created_at: new Date() },
        ...row,
        choices: JSON.stringify(choices),
      })
      .execute()
  }
}

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
        await expect.poll(() => main(page)).toContain('Please answer the question.')
        await form.getByLabel('Person 1').selectOption('M')
        await form.getByLabel('Person 2').selectOption('L')
        await save()
        await expect.poll(() => main(page)).toContain('1 question from the organizer')
        await form.getByLabel('Your answer').fill('Joggers')
        await save()
        await expect.poll(() => main(page)).toContain('Your questions are answered')
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
        await expect.poll(() => main(page)).toContain('Wrong or expired code.')
        if (script) await expectSoundPage(visitor, shop)
        await typed.fill(await readCode(shop, phone, /change the answers/))
        await save()
        await expect.poll(() => main(page)).toContain('Saved. Thank you.')
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
      const code = page.getByRole('img', { name: /QR code/ }).first()
      const [ticket, asked] = [await code.boundingBox(), await form.boundingBox()]
      expect(ticket!.y + ticket!.height).toBeLessThan(asked!.y)
      await form.getByLabel('Person 1').selectOption('M')
      await form.getByLabel('Person 2').selectOption('S')
      if (script) await expectSoundPage(visitor, shop)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => main(page)).toContain('1 question from the organizer')
      await visitor.context.close()
    })
  })
}

test('the Swahili ticket page asks in Swahili', async () => {
  const { number } = await takeFree(shop, event, 2)
  const visitor = await newVisitor(browser, shop, { size: ON_PHONE[0]!.size })
  await visitor.page.goto(`/sw/t/${number}`)
  const words = () => main(visitor.page)
  await expect.poll(words).toContain('Maswali 2 kutoka kwa mwandalizi')
  expect(await words()).toContain('Which T-shirt size? (sw)')
  expect(await visitor.page.getByRole('button', { name: 'Hifadhi', exact: true }).count()).toBe(1)
  await visitor.context.close()
})

test.each([
  ['', ON_PHONE[0]!.size],
  ['/sw', LAPTOP],
])(
  'the success page names the ticket that it asks about, and asks for the next, at %s/success',
  async (prefix, size) => {
    const types = [{ name: 'Regular' }, { name: 'VIP' }]
    const dinner = await buildEvent(shop.db, { title: 'Dinner', types })
    await ask(dinner, [question('Which size?')])
    const { orderId, tickets } = await buyTickets(shop, dinner, [1, 1])
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto(`${prefix}/success?order=${orderId}`)
    const words = () => main(page)
    const [first, second, saved] =
      prefix === ''
        ? ['Ticket 1 of 2: Regular', 'Ticket 2 of 2: VIP', 'Saved. Thank you.']
        : ['Tiketi 1 kati ya 2: Regular', 'Tiketi 2 kati ya 2: VIP', 'Imehifadhiwa. Asante.']
    await expect.poll(words).toContain(first)
    const choice = page.locator('#questions').getByRole('combobox')
    const save = page.locator('#questions').getByRole('button')
    await choice.selectOption('M')
    await save.click()
    await expect.poll(words).toContain(second)
    const after = await words()
    expect(after.indexOf(saved!)).toBeGreaterThan(-1)
    expect(after.indexOf(saved!)).toBeLessThan(after.indexOf(second!))
    expect(after).not.toContain(first)
    expect(await choice.inputValue()).toBe('')
    await expectSoundPage(visitor, shop)
    await choice.selectOption('L')
    await save.click()
    const done = prefix === '' ? 'Your questions are answered' : 'Maswali yako yamejibiwa'
    await expect.poll(words).toContain(done)
    const stored = tickets.map(({ ticket_number: number }) => storedAnswers(shop, number))
    expect(await Promise.all(stored)).toEqual([['1:M'], ['1:L']])
    await visitor.context.close()
  },
)
