import { expect, test } from 'vitest'
import { buildFeePayer } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, type EventSpec } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import type { Account } from '../../../test/gate.ts'
import { keepStage } from '../../../test/stage.ts'
import type { CodeRequest } from '../../events/codes/promo-codes.contract.ts'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { NEW_CODE, toCodeRequest } from './code-draft.ts'
import { allTypesWords, codePrices } from './code-prices.ts'

const HOUR_MS = 3_600_000

const stage = keepStage()
const at = (hours: number) => new Date(stage.clock.now().getTime() + hours * HOUR_MS)

async function buildGala(spec: EventSpec = {}) {
  const owner = await buildFeePayer(stage, { basisPoints: 500, fixedCents: 10_00 })
  const event = await buildEvent(stage.db, {
    organizerId: owner.id,
    types: [
      { name: 'Standard', price: 1000 },
      {
        ...{ name: 'VIP', price: 2500 },
        steps: [
          { name: 'Last year', price: 100, endsAt: at(-1) },
          { name: 'Early bird', price: 1800, quantity: 20 },
        ],
      },
      { name: 'Table of ten', price: 20_000, soldIn: 10, saleFrom: at(48) },
      { name: 'Donation', lowest: 200 },
      { name: 'Kids', isFree: true },
      { name: 'Crew', price: 300, isHidden: true },
      { name: 'Parking', price: 300, kind: 'add_on' },
    ],
    ...spec,
  })
  return { owner, event }
}

type Gala = { owner: Account; event: BuiltEvent }

const readManaged = async ({ owner, event }: Gala): Promise<EventReply> =>
  (await callAs(stage, owner, `GET /api/events/${event.id}`)).body

/** The lines of the form, as a screen reader reads them: 'Standard KES 500 instead of KES 1,000'. */
const linesOf = (event: EventReply, code: CodeRequest) =>
  codePrices(event, code, stage.clock.now().getTime()).map(({ name, price, full, note }) =>
    [name, price, full && `instead of ${full}`, note].filter(Boolean).join(' '),
  )

async function shownLines(gala: Gala, changes: Partial<typeof NEW_CODE>) {
  const event = await readManaged(gala)
  return linesOf(event, toCodeRequest({ ...NEW_CODE, ...changes }, event.ticket_types))
}

// spec: code-form-prices
test('the form of a code lists what each type that the code covers costs with it', async () => {
  const gala = await buildGala()
  const [, vip, , donation, , crew] = gala.event.types.map(({ id }) => id) as string[]
  const fixed = ['Donation from KES 200 buyers choose the price', 'Kids free as without the code']
  expect(await shownLines(gala, { kind: 'amount', value: '500' })).toEqual([
    'Standard KES 500 instead of KES 1,000',
    'VIP KES 1,800 as Early bird is cheaper, later KES 2,000 instead of KES 2,500',
    'Table of ten KES 19,500 instead of KES 20,000',
    ...fixed,
    'Parking free instead of KES 300',
  ])
  expect(await shownLines(gala, { kind: 'price', value: '700' })).toEqual([
    'Standard KES 700 instead of KES 1,000',
    'VIP KES 700 instead of KES 1,800',
    'Table of ten KES 700 instead of KES 20,000',
    ...fixed,
    'Parking KES 300 as without the code',
  ])
  const some = { isForSome: true, typeIds: [vip!, donation!, crew!] }
  expect(await shownLines(gala, { value: '50', ...some })).toEqual([
    'VIP KES 1,250 instead of KES 1,800',
    fixed[0],
    'Crew KES 150 instead of KES 300 shown by the code',
  ])
  expect(await shownLines(gala, { kind: 'access', typeIds: [vip!, crew!] })).toEqual([
    'Crew KES 300 shown by the code',
  ])
  for (const value of ['', '0', '101', '1.5', 'x']) {
    expect(await shownLines(gala, { value })).toEqual([])
  }
})

// spec: code-form-prices
test.each([false, true])(
  'the listed prices are those of buyers (fee on top: %s)',
  async (feesOnTop) => {
    const gala = await buildGala({ feesOnTop })
    const managed = await readManaged(gala)
    const [, vip, , , , crew] = gala.event.types.map(({ id }) => id) as string[]
    const forms: Partial<typeof NEW_CODE>[] = [
      { value: '20' },
      { kind: 'amount', value: '900' },
      { kind: 'price', value: '0' },
      { value: '33', isForSome: true, typeIds: [vip!, crew!] },
      { kind: 'access', typeIds: [crew!] },
    ]
    for (const [index, form] of forms.entries()) {
      const code = `GALA${index}`
      const request = toCodeRequest({ ...NEW_CODE, ...form, code }, managed.ticket_types)
      const path = `/api/events/${gala.event.id}`
      expect(await callAs(stage, gala.owner, `POST ${path}/promo_codes`, request)).toMatchObject({
        status: 201,
      })
      const shop: EventReply = (await stage.app.inject(`${path}?code=${code}`)).json()
      const prices = codePrices(managed, request, stage.clock.now().getTime())
      const covered = ({ id }: TicketTypeReply) => prices.some((price) => price.id === id)
      // The public page shows no lower price for a type that the form does not list.
      expect(shop.ticket_types.filter((type) => type.full_price && !covered(type))).toEqual([])
      for (const { id, price, full } of prices) {
        const type = shop.ticket_types.find((one) => one.id === id)!
        const kes = (amount: number) => Math.ceil(amount).toLocaleString('en-KE')
        expect(price).toMatch(type.price === 0 ? /^free$/ : new RegExp(`KES ${kes(type.price)}$`))
        expect(full).toBe(type.full_price && `KES ${kes(type.full_price)}`)
      }
    }
  },
)

// spec: code-form-prices
test('a code for all types says that it covers add-ons, if the event has add-ons', async () => {
  expect(allTypesWords([{}, { kind: 'entry' }])).toBe('All tickets that are not hidden')
  expect(allTypesWords([{}, { kind: 'add_on' }])).toBe(
    'All tickets and add-ons that are not hidden',
  )
})
