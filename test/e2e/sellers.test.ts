import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { buildSoldOrders } from '../pending-orders.ts'
import { wordsOf } from './buying.ts'
import { newColleague, readTable } from './office.ts'
import { oneShop } from './one-shop.ts'
import { readQr } from './read-qr.ts'
import { readCode } from './sms.ts'
import { expectSoundAsItStands, expectSoundPage, expectSoundState } from './sound-page.ts'
import { newVisitor, ON_PHONE, PHONE, SIZES } from './visitor.ts'

const { shop, browser } = await oneShop()

const build = () =>
  buildEvent(shop.db, { title: 'Blankets and Wine', types: [{ name: 'Regular', price: 1250 }] })

/** Sells two tickets for the seller with this name. */
async function sell(event: BuiltEvent, name: string): Promise<void> {
  const lines = [{ typeId: event.types[0]!.id, quantity: 2, amountKes: 2500 }]
  const [order] = await buildSoldOrders(shop.db, [{ eventId: event.id, lines }])
  const seller = await shop.db
    .selectFrom('seller')
    .select(['id as seller_id', 'basis_points', 'per_ticket_cents'])
    .where('event_id', '=', event.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_source')
    .values({ order_id: order!.id, ...seller, utm_source: 'whatsapp' })
    .execute()
}

type Typed = { name: string; phone: string; number?: string; commission: [string, string] }

async function add(page: Page, { name, phone, number, commission }: Typed): Promise<void> {
  await page.getByRole('button', { name: 'Add seller' }).click()
  const form = page.getByRole('dialog', { name: 'Add seller' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone number').fill(phone)
  if (number) await form.getByLabel('Number', { exact: true }).fill(number)
  await form.getByLabel('Commission').selectOption(commission[0])
  await form.getByLabel(/^(Percent|Shillings)$/).fill(commission[1])
  await form.getByRole('button', { name: 'Add seller' }).click()
}

describe.each(SIZES)('on $name', ({ size }) => {
  // spec: sellers-tab
  test('an organizer adds sellers, shares their links, and sees what is owed', async () => {
    const event = await build()
    const visitor = await newColleague(browser, shop, { who: 'admin', size })
    const { page } = visitor
    await page.goto(`/organizer/events/${event.id}`)
    await page.getByRole('link', { name: 'Codes and sellers' }).click()
    await page.getByText('No sellers yet. A seller gets a link').waitFor()
    const percent = 'Percent of what you receive'
    const phone = newPhone()
    await add(page, { name: 'Achieng', phone: '12', number: '27', commission: [percent, '50'] })
    await page.getByText('This is not a Kenyan mobile number.').waitFor()
    await expectSoundAsItStands(visitor, shop)
    const form = page.getByRole('dialog', { name: 'Add seller' })
    await form.getByLabel('Phone number').fill(phone)
    await form.getByRole('button', { name: 'Add seller' }).click()
    await page.getByText('Achieng can sell now, with number 27.').waitFor()
    const each = 'Shillings for each paid ticket'
    await add(page, { name: 'Otieno', phone: newPhone(), number: '27', commission: [each, '100'] })
    await page.getByText('The next free number is 10.').waitFor()
    await form.getByLabel('Number', { exact: true }).fill('10')
    await form.getByRole('button', { name: 'Add seller' }).click()
    await page.getByText('Otieno can sell now, with number 10.').waitFor()
    await sell(event, 'Achieng')
    await page.reload()
    const sentence = 'You owe Achieng KES 1,250. Paying is up to you: Lango does not send it.'
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Download CSV' }).waitFor()
    const rows = await readTable(page, 'Sellers')
    expect(rows.map((row) => [row.Tickets, row.Paid, row.Owed])).toEqual([
      ['0', 'KES 0', 'KES 0'],
      ['2', 'KES 2,500', 'KES 1,250'],
    ])
    await expectSoundPage(visitor, shop)
    await expectLink(page, event)
    await expectSoundAsItStands(visitor, shop)
    await page.getByRole('button', { name: 'Close' }).click()
    await sell(event, 'Otieno')
    await page.reload()
    await page.getByText('You owe 2 sellers KES 1,450. Paying is up to you').waitFor()
    await page.getByRole('button', { name: 'End Achieng' }).click()
    const question = page.getByRole('dialog', { name: 'End Achieng?' })
    await question.getByText('You still owe KES 1,250.').waitFor()
    await question.getByRole('button', { name: 'End seller' }).click()
    await page.getByText('Achieng no longer sells for this event.').waitFor()
    await page.getByRole('cell').getByText('Ended', { exact: true }).waitFor()
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

/** Opens the link of Achieng, and expects its words, its QR code and both files. */
async function expectLink(page: Page, { id }: BuiltEvent): Promise<void> {
  await page.getByRole('button', { name: 'Link and QR of Achieng' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link of Achieng' })
  const { dial_code } = await shop.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const words = await wordsOf(dialog)
  const url = new RegExp(`https?://[^ ]+/event/${id}\\?seller=27`)
  expect(words).toMatch(url)
  expect(words).toContain(`No internet? Dial *265*25*${dial_code}*27#`)
  expect(words).toMatch(/Achieng sees these figures at \S+\/my-sales\./)
  const code = dialog.getByRole('img', { name: "QR code of Achieng's link" })
  expect(await readQr(code)).toMatch(url)
  for (const [kind, start] of [
    ['PNG', '\u0089PNG'],
    ['SVG', '<svg'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Download ${kind}` }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`seller-27.${kind.toLowerCase()}`)
    expect(readFileSync(await file.path()).toString('latin1')).toMatch(new RegExp(`^${start}`))
  }
}

describe.each(ON_PHONE)('on $name', ({ size }) => {
  // spec: seller-own-figures
  test('a seller reads own sales with the code from the SMS, also in Swahili', async () => {
    const event = await build()
    const phone = newPhone()
    await shop.db
      .insertInto('seller')
      .values({
        ...{ id: crypto.randomUUID(), event_id: event.id, name: 'Achieng', phone, number: 27 },
        ...{ basis_points: 500, created_at: new Date() },
      })
      .execute()
    await sell(event, 'Achieng')
    const visitor = await newVisitor(browser, shop, { size })
    const { page } = visitor
    await page.goto('/my-sales')
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('If an organizer has entered this number for a seller').waitFor()
    await page.getByLabel('Code from the SMS').fill('123456')
    await page.getByRole('button', { name: 'Show my sales' }).click()
    await page.getByText('Wrong or expired code').waitFor()
    await expectSoundState(visitor, shop)
    const code = await readCode(shop, phone, /your sales/)
    await page.getByLabel('Code from the SMS').fill(code)
    await page.getByRole('button', { name: 'Show my sales' }).click()
    await page.getByRole('heading', { name: 'Blankets and Wine' }).waitFor()
    const words = await wordsOf(page.getByRole('form'))
    expect(words.replace(/\s+/g, ' ')).toContain(
      'Number 27 · 5% of what the organizer receives Visits 0 Orders 1 Tickets 2 Paid by buyers KES 2,500 People inside 0 Refunded to buyers KES 0 Your commission KES 125',
    )
    await expectSoundState(visitor, shop)
    await page.goto('/sw/my-sales')
    await page.getByRole('heading', { name: 'Mauzo yako' }).waitFor()
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})

// spec: seller-visits
test('a visit by a seller’s link is counted once for each browser, and without script not at all', async () => {
  const event = await build()
  const row = { id: crypto.randomUUID(), event_id: event.id, name: 'Achieng', number: 27 }
  await shop.db
    .insertInto('seller')
    .values({ ...row, created_at: new Date() })
    .execute()
  const countVisits = async () => {
    const seller = shop.db.selectFrom('seller').select('visits').where('id', '=', row.id)
    return (await seller.executeTakeFirstOrThrow()).visits
  }
  const address = `/event/${event.id}?seller=27&utm_source=whatsapp`
  const open = async (times: number, script = true) => {
    const { page, context, faults } = await newVisitor(browser, shop, { size: PHONE, script })
    for (let time = 0; time < times; time++) {
      await page.goto(address, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: 'Blankets and Wine' }).waitFor()
    }
    expect(faults).toEqual([])
    await context.close()
  }
  await open(1, false)
  await open(2)
  await expect.poll(countVisits).toBe(1)
  await open(1)
  await expect.poll(countVisits).toBe(2)
})
