import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../build.ts'
import { PATIENCE_MS } from '../patience.ts'
import { enterPin, openPhone } from './buying.ts'
import { oneShop } from './one-shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

const { shop, browser } = await oneShop()
let event: BuiltEvent
let code: string
let msisdn: string
let visitor: Visitor
let phone: Page
beforeEach(async () => {
  event = await buildEvent(shop.db, {
    title: 'Lakeside Derby',
    types: [
      { name: 'Terrace', price: 300, gates: ['Gate A'] },
      { name: 'VIP', price: 1500, gates: ['Gate B'] },
    ],
  })
  const row = await shop.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  code = String(row.dial_code)
  msisdn = newPhone()
  visitor = await newVisitor(browser, shop)
  phone = await openPhone(visitor.context, shop, msisdn)
})
afterEach(async () => {
  await visitor.context.close()
  expect(visitor.faults).toEqual([])
})

async function waitForScreen(words: string | RegExp): Promise<void> {
  await phone.locator('#ussd-screen').getByText(words).waitFor()
}

async function dial(dialled: string, first: string | RegExp): Promise<void> {
  await phone.getByRole('button', { name: 'Dial', exact: true }).click()
  await phone.getByLabel('Code', { exact: true }).fill(dialled)
  await phone.getByRole('button', { name: 'Call' }).click()
  await waitForScreen(first)
}

/** Types an input, and waits until the screen contains the text `next`. */
async function answer(input: string, next: string | RegExp): Promise<void> {
  await phone.getByLabel('Answer').fill(input)
  await phone.getByRole('button', { name: 'Send' }).click()
  await waitForScreen(next)
}

const close = (name: string) => phone.getByRole('dialog').getByRole('button', { name }).click()

// spec: ussd-on-the-phone-page
test('a USSD purchase ends with the last screen, then the prompt, then the SMS, and My tickets lists it', async () => {
  await dial(`*265*25*${code}#`, 'VIP 1,500')
  await answer('2', 'How many?')
  await answer('2', 'Total KES 3,000')
  await answer('1', 'enter your PIN')
  await enterPin(phone, '1234')
  await phone.getByText('You paid KES 3,000.').waitFor()
  await expect.poll(() => shop.sandbox.messages(msisdn)).toHaveLength(1)
  const [ticket] = await shop.sandbox.messages(msisdn)
  expect(ticket).toMatch(/Lakeside Derby[\s\S]*2 x VIP\. Enter: Gate B/)
  await close('OK')
  await dial('*265*25#', 'My tickets')
  await answer('3', 'Lakeside Derby')
  await answer('1', 'Gate B')
  const { number } = await shop.db
    .selectFrom('ticket')
    .select('number')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  const shown = await phone.locator('#ussd-screen').textContent()
  expect(shown).toContain(`No. ...${number.slice(-4)}`)
  await answer('1', 'on its way')
  await expect.poll(() => shop.sandbox.messages(msisdn)).toHaveLength(2)
  for (const text of await shop.sandbox.messages(msisdn)) expect(text).toContain(number)
})

// spec: ussd-on-the-phone-page
test('a dropped session continues at the same screen when the code is dialled again', async () => {
  await dial(`*265*25*${code}#`, 'Terrace 300')
  await answer('1', 'How many?')
  await shop.sandbox.setFaults({ ussd: { cut: 1 } })
  try {
    await answer('1', 'Connection problem or invalid MMI code.')
  } finally {
    await shop.sandbox.clearFaults()
  }
  await close('OK')
  await dial('*265*25#', 'How many?')
  await answer('1', 'Total KES 300')
  await answer('1', 'enter your PIN')
  await enterPin(phone, '1234')
  await expect.poll(() => shop.sandbox.messages(msisdn)).toHaveLength(1)
})

/** Returns the commands in the README's section with this heading. */
function commandsBelow(heading: string): string {
  const [, text = ''] = readFileSync('README.md', 'utf8').split(`\n## ${heading}\n`)
  return /```sh\n([\s\S]*?)```/.exec(text)![1]!
}

// spec: ussd-walk
test('the commands of the README buy a ticket by USSD alone, from dialling to the SMS, and once more immediately', async () => {
  const commands = commandsBelow('A purchase by USSD alone').replace(
    'http://127.0.0.1:3010',
    shop.sandbox.origin,
  )
  expect(commands).toContain(`${shop.sandbox.origin}/phones/2547`)
  const walk = async () => {
    const options = { timeout: PATIENCE_MS * 2 }
    const { stdout } = await promisify(execFile)('bash', ['-ec', commands], options)
    expect(stdout).toContain('enter your PIN when M-PESA prompts')
    const last: { msisdn: string; messages: { text: string }[] } = JSON.parse(
      stdout.trim().split('\n').at(-1)!,
    )
    expect(last.messages.filter(({ text }) => /Enter: /.test(text))).toHaveLength(1)
    const sold = await shop.sandbox.taken(last.msisdn)
    expect(sold).toMatchObject([{ kind: 'push', msisdn: last.msisdn }])
    return last.msisdn
  }
  const first = await walk()
  expect(await walk()).not.toBe(first)
})
