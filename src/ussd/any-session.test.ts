// Tests random histories of sessions on a few phones, while stock, prices, types and events change
// between a screen and the caller's next input. The model knows only the text of each phone's last
// screen.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, newPhone } from '../../test/build.ts'
import { DialledEvents, labelsOf } from '../../test/dialled-events.ts'
import { actions, PHONES, type Step } from '../../test/dialled-steps.ts'
import { type Dialled, type Dialler, makeDialler } from '../../test/dialler.ts'
import { expectTickets, type Passed, passOn } from '../../test/passed-ticket.ts'
import { MINUTE } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import { septets } from '../messages/sms.rules.ts'

const stage = keepStage()
let all: DialledEvents
beforeAll(async () => {
  all = new DialledEvents(stage)
})

/** A phone, with what its owner knows about its sessions. */
type Holder = {
  dialler: Dialler
  last: Dialled | null
  at: number
  /** The inputs dialled after the USSD code. */
  dialled: string
  /** The ticket type of the last total that was shown. */
  type: string
  /** Each confirmed order, as the screen before the confirmation described it. */
  bought: { type: string; quantity: number; kes: number }[]
}

type World = {
  events: BuiltEvent[]
  codes: string[]
  holders: Holder[]
  /** The number of changes that may change a screen: of events, types, prices, stock or time. */
  changes: number
  passed: Passed
}

let rounds = 0
async function makeWorld(): Promise<World> {
  rounds += 1
  // Unpublish the events of earlier runs, so that the lists do not show them.
  await stage.db.updateTable('event').set({ is_published: false }).execute()
  const letters = ['Alpha', 'Beta']
  const events: BuiltEvent[] = []
  for (const letter of letters) {
    events.push(await all.build(letter))
  }
  const rows = await stage.db.selectFrom('event').select(['id', 'dial_code']).execute()
  const codes = events.map(({ id }) => String(rows.find((row) => row.id === id)!.dial_code))
  const holders = Array.from({ length: PHONES }, (): Holder => {
    return {
      dialler: makeDialler(stage, newPhone()),
      last: null,
      at: 0,
      dialled: '',
      type: '',
      bought: [],
    }
  })
  const passed = await passOn(stage, rounds, holders)
  // Lists also show the event of the transferred tickets, so callers may buy its tickets.
  await all.learnOf(passed.eventId)
  return {
    passed,
    events,
    codes,
    holders,
    changes: 0,
  }
}

const typeIdsOf = ({ events }: World) => events.flatMap(({ types }) => types.map(({ id }) => id))

const sumOn = (screen: string) =>
  Number(/(?:Total|Jumla) KES ([\d,]+)/.exec(screen)?.[1]?.replaceAll(',', ''))

async function placedBy({ dialler }: Holder) {
  return await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select(['l.ticket_type_id', 'l.quantity', 'o.amount_cents'])
    // The network address of an order by USSD is the calling phone, and `o.phone` is the phone that
    // M-Pesa prompts.
    .where('o.client_network', '=', dialler.phone)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}

function expectScreen(now: Dialled): void {
  expect(septets(now.screen)).toBeLessThanOrEqual(160)
  expect(now.screen).not.toMatch(/unavailable right now/)
}

/** Expects that the digit led to its row on the previous screen. */
function expectMeant(holder: Holder, before: Dialled, input: string, now: Dialled): void {
  const label = labelsOf(before).get(input.trim())
  if (label === undefined || !before.isOpen) return
  expect(now.screen, `${label} by '${input}'`).not.toMatch(/^(Invalid choice|Chaguo si sahihi)/)
  const [, shown, type] = /(\d+) x (\w+)/.exec(before.screen) ?? []
  holder.type = type ?? holder.type
  const isPaying = /^(Pay|Lipa|Pay with Paybill|Lipa kwa Paybill)$/.test(label)
  // The offer 'Take 3: KES 300' names no ticket type. Its type is the type of the last total.
  const [, left, rest] = /^(?:Take|Chukua) (\d+): (KES .*)$/.exec(label) ?? []
  if (!(isPaying || left) || now.isOpen) return
  const kes = sumOn(rest ? `Total ${rest}` : before.screen)
  holder.bought.push({ type: all.typeOf(holder.type)!, quantity: Number(left ?? shown), kes })
}

async function act(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'stock': {
      await stage.db
        .updateTable('ticket_type')
        .set((eb) => ({ capacity: eb('held', '+', step.left) }))
        .where('id', '=', typeIdsOf(world)[step.type]!)
        .execute()
      world.changes += 1
      return
    }
    case 'price': {
      const price_cents = step.kes * 100
      await stage.db
        .updateTable('ticket_type')
        .set({ price_cents })
        .where('id', '=', typeIdsOf(world)[step.type]!)
        .execute()
      world.changes += 1
      return
    }
    case 'step':
    case 'window':
      await all.setSale(typeIdsOf(world)[step.type]!, step)
      world.changes += 1
      return
    case 'reorder': {
      for (const { types } of world.events) {
        const shift = (by: number) =>
          stage.db
            .updateTable('ticket_type')
            .set((eb) => ({ type_offset: eb(eb.val(by), '-', eb.ref('type_offset')) }))
        // First moves all positions out of the way, because two types of an event must not have the
        // same position.
        for (const { id } of types.slice(0, 2)) await shift(7).where('id', '=', id).execute()
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
      // A price step may have ended, so the prices may have changed.
      world.changes += 1
      return
    case 'dial':
    case 'type':
    case 'repeat':
      await turn(world, world.holders[step.phone]!, step)
      return
    default:
      await all.change(world.events, step)
      world.changes += 1
  }
}

async function turn(
  world: World,
  holder: Holder,
  step: Extract<Step, { phone: number }>,
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
    // A session dropped at the menu has started no purchase, so there is nothing to resume, and the
    // dialled inputs apply.
    const isAtMenu = MENU.test(withoutNotice(last?.screen ?? ''))
    const isAsBefore = behind === holder.dialled && !isAtMenu
    const isResumed = isDropped && (behind === '' || isAsBefore)
    // The screen is unchanged, apart from a notice above it.
    if (isResumed && holder.at !== 0 && world.changes === changesAt.get(holder)) {
      expect(withoutNotice(last.screen)).toBe(withoutNotice(now.screen))
    } else if (!isResumed && behind === '')
      expect(now.screen).toMatch(isOver ? MENU_OR_ORDER : MENU)
    if (!isResumed && NO_CODES.includes(behind)) expect(now.screen).toMatch(NO_EVENT)
    holder.dialled = behind
    holder.last = now
  } else {
    const other = world.holders.find((one) => one !== holder)!.dialler.phone
    const input = step.input
      .replace('CODE', world.codes[1]!)
      .replace('OTHER', `0${other.slice(3)}`)
      .replace('SENT', world.passed.sent)
      .replace('HELD', world.passed.held)
    const expectNext = await all.expectedOf(last, input)
    const now = await dialler.type(input)
    expectScreen(now)
    expectNext(now)
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
      type: row.ticket_type_id,
      quantity: row.quantity,
      kes: row.amount_cents / 100,
    })),
  ).toEqual(holder.bought)
}

const changesAt = new WeakMap<Holder, number>()

/** Numbers dialled after our code that are the code of no event in this test. */
const NO_CODES = ['99', '777']
const NO_EVENT = /^(No event has code|Hakuna tukio la nambari) (99|777)\.\n/
const MENU = /^(Lango tickets|Tiketi za Lango)/
const MENU_OR_ORDER =
  /^(Lango tickets|Tiketi za Lango|KES|Cancel the M-PESA|Futa ombi|Pay before|Lipa kabla|Your order|Agizo lako)/

const NOTICE =
  /^(Invalid choice|Chaguo si sahihi|These tickets are sold out|Tiketi hizi zimeisha|These tickets are being bought right now[^\n]*|Tiketi hizi zinanunuliwa[^\n]*|These tickets are (?:on sale from|no longer)[^\n]*?|Tiketi hizi (?:zitauzwa|haziuzwi)[^\n]*?|The price has changed|Bei imebadilika|No event has code[^\n]*|At most[^\n]*|Zisizidi[^\n]*|Hakuna tukio[^\n]*|Ticket sales have ended|Mauzo ya tiketi yameisha|Invalid number|Nambari si[^\n]*|No ticket has[^\n]*|Hakuna tiketi[^\n]*|Too many wrong[^\n]*|This code is not valid here|Msimbo huu haufanyi kazi hapa|Too many wrong codes[^\n]*|Misimbo mingi[^\n]*|Ticket number incomplete|Nambari ya tiketi si[^\n]*|Nambari nyingi[^\n]*|The SMS is[^\n]*|SMS inakuja|It was sent several[^\n]*|Imetumwa mara[^\n]*)\.?\n/
const withoutNotice = (screen: string) => screen.replace(NOTICE, '')

/** Expects that the held tickets of each type equal the quantities of its open orders. */
async function expectStock(world: World): Promise<void> {
  for (const id of typeIdsOf(world)) {
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
test('any session shows what its screens announced, and orders once what the caller confirmed', async () => {
  const property = fc.asyncProperty(actions, async (steps) => {
    const world = await makeWorld()
    for (const step of steps) await act(world, step)
    await expectStock(world)
  })
  await fc.assert(property, { seed: 20_261_122, numRuns: todaysRuns(20, 4), endOnFailure: true })
}, 120_000)
