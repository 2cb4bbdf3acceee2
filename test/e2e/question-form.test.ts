// spec: questions-form, questions-at-door, questions-printed, questions-reminder
import { expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../sample/accounts.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { buyTickets } from './bought-tickets.ts'
import { wordsOf } from './buying.ts'
import { newColleague } from './office.ts'
import { oneShop } from './one-shop.ts'
import { expectSoundPage } from './sound-page.ts'
import { LAPTOP, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

/** Answers the question for the first person of a ticket. */
async function answerOnce(event: BuiltEvent): Promise<void> {
  const { tickets } = await buyTickets(shop, event, [1, 0])
  const number = tickets[0]!.ticket_number
  const { id } = await shop.db
    .selectFrom('question')
    .select('id')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${shop.origin}/api/tickets/${number}/answers`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ question_id: id, value: 'M' }] }),
  })
  expect(answer.status).toBe(200)
}

test.each(SIZES)('an admin asks a question, and reads its counts, on $name', async ({ size }) => {
  const types = [{ name: 'Run' }, { name: 'VIP' }]
  const event = await buildEvent(shop.db, { title: 'City Run', types })
  const colleague = await newColleague(browser, shop, { who: 'admin', size })
  const { page } = colleague
  const main = () => wordsOf(page.getByRole('main'))
  await page.goto(`/organizer/events/${event.id}/questions`)
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect.poll(main).toContain('Type the question in English.')
  await page.getByLabel('Question in English').fill('T-shirt size?')
  await page.getByLabel('Question in Swahili').fill('Saizi ya fulana?')
  await page.getByLabel('Why do you ask? In English').fill('For your shirt')
  await page.getByLabel('Why do you ask? In Swahili').fill('Kwa fulana yako')
  await page.getByLabel('Choices, one per line').fill('S\nM\nL')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect.poll(main).toContain('S 0 · M 0 · L 0 · no answer 0')
  expect(await main()).toContain('the law forbids you to ask for ID numbers')
  await expectSoundPage(colleague, shop)
  await answerOnce(event)
  await page.reload()
  await expect.poll(main).toContain('M 1')
  await expect.poll(main).toContain('Person 1')
  const printed = page.getByRole('table', { name: 'Answers on paper' })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => wordsOf(printed)).toMatch(/T-shirt size\?\s[\s\S]*\s1\s+M\s*$/)
  expect(await page.getByRole('list', { name: 'Answers' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '1')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => page.locator('[data-printed]').count()).toBe(1)
  await buyTickets(shop, event, [1, 0])
  await page.reload()
  await page.getByRole('button', { name: 'Remind the holders of 1 ticket' }).click()
  await expectSoundPage(colleague, shop)
  await page.getByRole('button', { name: 'Send reminders' }).click()
  await expect.poll(main).toContain('The holder of 1 ticket gets an SMS between 8 AM and 9 PM.')
  await page.getByLabel('Show the answers at the door').check()
  expect(await main()).toContain('Stewards and door leads then read these answers.')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect.poll(main).toContain('Saved')
  await expectSoundPage(colleague, shop)
  await page.goto(`/organizer/events/${event.id}/door-list`)
  const list = page.getByRole('table', { name: 'Door list, Main Gate' })
  await expect.poll(() => wordsOf(list)).toMatch(/Phone\s+T-shirt size\?\s[\s\S]*\sM(\s|$)/)
  await expectSoundPage(colleague, shop)
  await colleague.context.close()
})

test('an admin approves questions from the work list with one button', async () => {
  const title = 'Asked Run'
  const event = await buildEvent(shop.db, { title })
  const own = { organizer_id: SAMPLE_ACCOUNTS.organizer.id }
  await shop.db.updateTable('event').set(own).where('id', '=', event.id).execute()
  const { page, context } = await newColleague(browser, shop, { who: 'organizer', size: LAPTOP })
  await page.goto(`/organizer/events/${event.id}/questions`)
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question in English').fill('T-shirt size?')
  await page.getByLabel('Question in Swahili').fill('Saizi ya fulana?')
  await page.getByLabel('Why do you ask? In English').fill('For your shirt')
  await page.getByLabel('Why do you ask? In Swahili').fill('Kwa fulana yako')
  await page.getByLabel('Choices, one per line').fill('S\nM\nL')
  await page.getByRole('button', { name: 'Save questions' }).click()
  const isAsked = async () =>
    (await shop.db.selectFrom('question').select('id').where('event_id', '=', event.id).execute())
      .length
  const admin = await newColleague(browser, shop, { who: 'admin', size: LAPTOP })
  await page.getByText('Waits for approval. Ticket holders do not see it yet.').waitFor()
  expect(await isAsked()).toBe(0)
  await admin.page.goto('/organizer/work-list?group=events')
  const row = admin.page.locator('[data-task]').filter({ hasText: title })
  await row.click()
  const panel = admin.page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Approve', exact: true }).click()
  await admin.page.getByText(`Questions of ${title} approved.`).waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await isAsked()).toBe(1)
  await admin.context.close()
  await context.close()
})
