// Tests the two digits of a seller, dialled or typed on the event's screen.
import { expect, test } from 'vitest'
import { buildEvent, buildSeller } from '../../test/build.ts'
import { type Dialler, dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

async function buildSold() {
  const event = await buildEvent(stage.db, { title: 'Derby Day' })
  const seller = await buildSeller(stage.db, event, { number: 27, percent: 5 })
  return { ...event, seller, code: await dialCodeOf(stage, event.id) }
}

/** The sellers of the phone's orders, oldest order first; null for an order without a seller. */
async function sellersOf({ phone }: Dialler): Promise<(string | null)[]> {
  const orders = await stage.db
    .selectFrom('order as o')
    .leftJoin('order_source as s', 's.order_id', 'o.id')
    .select('s.seller_id')
    .where('o.phone', '=', phone)
    .orderBy('o.created_at')
    .execute()
  return orders.map(({ seller_id }) => seller_id)
}

// spec: ussd-seller
test.each([
  ['dialled', ['27']],
  ['typed', ['', '27']],
])("a seller's number that is %s goes with the order, and changes no screen", async (_, inputs) => {
  const { seller, code } = await buildSold()
  const plain = await makeDialler(stage).dial(code)
  const dialler = makeDialler(stage)
  let shown = await dialler.dial([code, inputs[0]].filter(Boolean).join('*'))
  for (const input of inputs.slice(1)) shown = await dialler.type(input)
  expect(shown).toEqual(plain)
  await dialler.type('1')
  await dialler.type('2')
  // The session keeps the seller when the caller goes back and chooses again.
  await dialler.type('0')
  await dialler.type('1')
  expect((await dialler.type('1')).screen).toMatch(/enter your PIN/)
  expect(await sellersOf(dialler)).toEqual([seller.id])
})

// spec: ussd-seller
test('a number that no seller of the event has is ignored', async () => {
  const { code } = await buildSold()
  const plain = await makeDialler(stage).dial(code)
  const dialler = makeDialler(stage)
  expect(await dialler.dial(`${code}*99`)).toEqual(plain)
  for (const input of ['1', '1', '1']) await dialler.type(input)
  expect(await sellersOf(dialler)).toEqual([null])
})

test('two digits are no choice where the event has no sellers', async () => {
  const event = await buildEvent(stage.db)
  const code = await dialCodeOf(stage, event.id)
  const { screen } = await makeDialler(stage).dial(code)
  expect((await makeDialler(stage).dial(`${code}*27`)).screen).toBe(`Invalid choice.\n${screen}`)
  const { code: other } = await buildSold()
  for (const input of ['7', '127', '027']) {
    const wrong = await makeDialler(stage).dial(`${other}*${input}`)
    expect(wrong.screen).toMatch(/^Invalid choice\.\n/)
  }
})

test('the way back leads out of the event, however often a number is typed', async () => {
  const { code } = await buildSold()
  const dialler = makeDialler(stage)
  await dialler.dial(code)
  for (const input of ['27', '99', '27']) await dialler.type(input)
  expect((await dialler.type('0')).screen).toMatch(/^Lango tickets\n/)
})
