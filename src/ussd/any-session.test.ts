// Any history of sessions on a few phones, while stock, prices and the order of types change, against a
// model that knows no more than who holds the phone: what the last screen said.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { type Dialled, type Dialler, makeDialler } from '../../test/dialler.ts'
import { expectTickets, type Passed, passOn } from '../../test/passed-ticket.ts'
import { MINUTE } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { septets } from '../messages/sms.rules.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

const PHONES = 2
const INPUTS = [
  '1',
  '1',
  '1',
  '2',
  '2',
  '3',
  '4',
  '9',
  '0',
  '00',
  '6',
  '2*1',
  '',
  'abc',
  '5555',
  'CODE',
  'CODE',
]
/** As thumbs and gateways have them; stars stand between inputs, and may be typed. */
const SPACED = ['1 ', ' 1', '2 ', ' ', '0 ', '* ', '*', '1 *', ' 2*1', '3 ']
const PHONES_TYPED = ['0712345678', '+254 712 345 678', 'OTHER', '07', '0612345678']

const input = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...INPUTS) },
  { weight: 3, arbitrary: fc.constantFrom(...SPACED) },
  { weight: 1, arbitrary: fc.constantFrom(...PHONES_TYPED) },
  { weight: 2, arbitrary: fc.constantFrom('SENT', 'HELD') },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
)

type Action =
  | { do: 'dial'; phone: number; behind: string }
  | { do: 'type'; phone: number; input: string }
  | { do: 'repeat'; phone: number }
  | { do: 'stock'; type: number; left: number }
  | { do: 'price'; type: number; kes: number }
  | { do: 'reorder' }
  | { do: 'cancel' }
  | { do: 'wait'; minutes: number }

const phone = fc.nat(PHONES - 1)
const type = fc.nat(3)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('type'), phone, input }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dial'),
      phone,
      behind: fc.constantFrom('', '', 'CODE', 'CODE*1*1', 'CODE ', '1*4', '777', '3', '3*1', '4'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat'), phone }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('stock'), type, left: fc.constantFrom(0, 1, 50) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('price'), type, kes: fc.constantFrom(100, 250, 300) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorder') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 6) }) },
) as fc.Arbitrary<Action>

/** What the holder of one phone has seen. */
type Holder = {
  dialler: Dialler
  last: Dialled | null
  at: number
  /** What was dialled behind the code. */
  dialled: string
  /** Of each order that was thanked for: what the screen before it said. */
  bought: { type: string; quantity: number; kes: number }[]
}

type World = {
  events: BuiltEvent[]
  codes: string[]
  holders: Holder[]
  typeIds: string[]
  /** Changes of stock, prices and order so far. */
  changes: number
  passed: Passed
}

let rounds = 0
async function makeWorld(): Promise<World> {
  rounds += 1
  const letters = ['Alpha', 'Beta']
  const events: BuiltEvent[] = []
  for (const letter of letters) {
    const types = [`Low${letter}`, `Top${letter}`].map((name) => ({
      name,
      capacity: 50,
      maxPerOrder: 3,
    }))
    events.push(await buildEvent(stage.db, { title: `${letter} ${rounds}`, types }))
  }
  const rows = await stage.db.selectFrom('event').select(['id', 'dial_code']).execute()
  const codes = events.map(({ id }) => String(rows.find((row) => row.id === id)!.dial_code))
  const holders = Array.from({ length: PHONES }, (): Holder => {
    return { dialler: makeDialler(stage, newPhone()), last: null, at: 0, dialled: '', bought: [] }
  })
  return {
    passed: await passOn(stage, rounds, holders),
    events,
    codes,
    holders,
    typeIds: events.flatMap(({ types }) => types.map(({ id }) => id)),
    changes: 0,
  }
}

/** '2 VIP 1,000 (5 left)' under 2. */
function labelsOf({ screen }: Dialled): Map<string, string> {
  const lines = screen.split('\n').flatMap((line) => {
    const found = /^(\d) (?!x )(.+)$/.exec(line)
    return found ? [[found[1]!, found[2]!] as const] : []
  })
  return new Map(lines)
}

const sumOn = (screen: string) =>
  Number(/(?:Total|Jumla) KES ([\d,]+)/.exec(screen)?.[1]?.replaceAll(',', ''))

async function placedBy({ dialler }: Holder) {
  return await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .innerJoin('ticket_type as t', 't.id', 'l.ticket_type_id')
    .select(['t.name', 'l.quantity', 'o.amount_cents'])
    // Whoever is asked to pay.
    .where('o.asked_from', '=', dialler.phone)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}

function expectScreen(now: Dialled): void {
  expect(septets(now.screen)).toBeLessThanOrEqual(160)
  expect(now.screen).not.toMatch(/cannot answer now/)
}

/** The digit led to what the screen said beside it. */
function expectMeant(holder: Holder, before: Dialled, input: string, now: Dialled): void {
  const label = labelsOf(before).get(input.trim())
  if (label === undefined || !before.isOpen) return
  expect(now.screen, `${label} by '${input}'`).not.toMatch(/^(Not understood|Haijaeleweka)/)
  const title = /^((?:Alpha|Beta) \d+) /.exec(label)?.[1]
  if (title !== undefined) expect(now.screen).toContain(title)
  const name = /^((?:Low|Top)(?:Alpha|Beta)) /.exec(label)?.[1]
  if (name !== undefined) {
    const isAsked = now.screen.includes(name) && /How many|Ngapi/.test(now.screen)
    const isGone = /^(These tickets are sold out|Tiketi hizi zimeisha)/.test(now.screen)
    expect(isAsked || isGone, `${label} led to ${now.screen}`).toBe(true)
  }
  const isPaying = /^(Pay|Lipa|Pay by Paybill|Lipa kwa Paybill)$/.test(label)
  if (!isPaying || now.isOpen) return
  const [, quantity, type] = /(\d+) x (\w+)/.exec(before.screen)!
  holder.bought.push({ type: type!, quantity: Number(quantity), kes: sumOn(before.screen) })
}

async function act(world: World, step: Action): Promise<void> {
  switch (step.do) {
    case 'stock': {
      const { typeIds } = world
      await stage.db
        .updateTable('ticket_type')
        .set((eb) => ({ capacity: eb('held', '+', step.left) }))
        .where('id', '=', typeIds[step.type]!)
        .execute()
      world.changes += 1
      return
    }
    case 'price': {
      const price_cents = step.kes * 100
      await stage.db
        .updateTable('ticket_type')
        .set({ price_cents })
        .where('id', '=', world.typeIds[step.type]!)
        .execute()
      world.changes += 1
      return
    }
    case 'reorder': {
      for (const { types } of world.events) {
        const shift = (by: number) =>
          stage.db
            .updateTable('ticket_type')
            .set((eb) => ({ type_offset: eb(eb.val(by), '-', eb.ref('type_offset')) }))
        // Out of the way of each other first, for no two of an event have the same.
        for (const { id } of types) await shift(7).where('id', '=', id).execute()
      }
      world.changes += 1
      return
    }
    case 'cancel': {
      const cancelled_at = stage.clock.now()
      const event = stage.db.updateTable('event').where('id', '=', world.passed.eventId)
      await event.set({ cancelled_at }).execute()
      world.passed.isCancelled = true
      world.changes += 1
      return
    }
    case 'wait':
      stage.pass(step.minutes * MINUTE)
      return
    default:
      await turn(world, world.holders[step.phone]!, step)
  }
}

async function turn(
  world: World,
  holder: Holder,
  step: Extract<Action, { phone: number }>,
): Promise<void> {
  const { dialler, last } = holder
  const before = holder.bought.length
  const clock = stage.clock.now().getTime()
  if (step.do === 'repeat') {
    if (last) expect(await dialler.again()).toEqual(last)
  } else if (step.do === 'dial' || !last?.isOpen) {
    const behind = step.do === 'dial' ? step.behind.replace('CODE', world.codes[0]!) : ''
    const now = await dialler.dial(behind)
    expectScreen(now)
    expectTickets(world.passed, { phone: dialler.phone, screen: '', input: '' }, now)
    expect(now.isOpen).toBe(true)
    const isDropped = last?.isOpen && clock - holder.at < 5 * MINUTE
    const isOver = last && !last.isOpen && clock - holder.at < 5 * MINUTE
    const isResumed = isDropped && (behind === '' || behind === holder.dialled)
    // As it was, but for what was said above it.
    if (isResumed && holder.at !== 0 && world.changes === changesAt.get(holder)) {
      expect(withoutNotice(last.screen)).toBe(withoutNotice(now.screen))
    } else if (!isResumed && behind === '')
      expect(now.screen).toMatch(isOver ? MENU_OR_ORDER : MENU)
    holder.dialled = behind
    holder.last = now
  } else {
    const other = world.holders.find((one) => one !== holder)!.dialler.phone
    const input = step.input
      .replace('CODE', world.codes[1]!)
      .replace('OTHER', `0${other.slice(3)}`)
      .replace('SENT', world.passed.sent)
      .replace('HELD', world.passed.held)
    const now = await dialler.type(input)
    expectScreen(now)
    const screen = withoutNotice(last.screen)
    expectTickets(world.passed, { phone: dialler.phone, screen, input }, now)
    expectMeant(holder, last, input, now)
    holder.last = now
  }
  holder.at = clock
  changesAt.set(holder, world.changes)
  if (holder.bought.length > before) expect(holder.last!.isOpen).toBe(false)
  expect(
    (await placedBy(holder)).map((row) => ({
      type: row.name,
      quantity: row.quantity,
      kes: row.amount_cents / 100,
    })),
  ).toEqual(holder.bought)
}

const changesAt = new WeakMap<Holder, number>()

const MENU = /^(Lango tickets|Tiketi za Lango)/
const MENU_OR_ORDER =
  /^(Lango tickets|Tiketi za Lango|KES|Pay before|Lipa kabla|Your order|Agizo lako)/

const NOTICE =
  /^(Not understood|Haijaeleweka|These tickets are sold out|Tiketi hizi zimeisha|The price has changed|Bei imebadilika|No event on sale[^\n]*|Hakuna tukio[^\n]*|Ticket sales have ended|That is no number|Hiyo si namba[^\n]*|No ticket has[^\n]*|Hakuna tiketi[^\n]*|Too many wrong[^\n]*|Namba nyingi[^\n]*|The SMS is[^\n]*|SMS inakuja|It was sent several[^\n]*|Imetumwa mara[^\n]*)\.?\n/
const withoutNotice = (screen: string) => screen.replace(NOTICE, '')

/** Of each type exactly what its open orders hold. */
async function expectStock({ typeIds }: World): Promise<void> {
  for (const id of typeIds) {
    const { held, wanted } = await stage.db
      .selectFrom('ticket_type as t')
      .select('t.held')
      .select((eb) =>
        eb
          .selectFrom('order_line as l')
          .innerJoin('order as o', 'o.id', 'l.order_id')
          .where('l.ticket_type_id', '=', id)
          .where('o.state', '=', 'pending')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('l.quantity'), eb.val(0)).as('wanted'))
          .as('wanted'),
      )
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(wanted)).toBe(held)
  }
}

// spec: ussd-any-session
test('any session keeps to what its screens said, and orders what was confirmed, once', async () => {
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 20, maxLength: 45 }),
    async (steps) => {
      const world = await makeWorld()
      for (const step of steps) await act(world, step)
      await expectStock(world)
    },
  )
  await fc.assert(property, { seed: 20_261_122, numRuns: 20, endOnFailure: true })
}, 120_000)
