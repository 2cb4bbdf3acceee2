import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { count, day, event, id, name, phone, price, type } from '../../test/shown-events.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import { notices } from '../../test/ussd-notices.ts'
import { SMS_MAX_SEPTETS, septets } from '../messages/sms.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import {
  confirmFreeScreen,
  confirmScreen,
  fewScreen,
  gotFreeScreen,
  phoneScreen,
  refusedScreen,
  toPayScreen,
} from './buying.rules.ts'
import { endedScreen } from './ended.rules.ts'
import {
  addOnsScreen,
  eventScreen,
  eventsScreen,
  priceScreen,
  quantityScreen,
} from './event-screens.rules.ts'
import { categoriesScreen, datesScreen, type Frame, helpScreen, menuScreen } from './menu.rules.ts'
import type { RenderedScreen } from './navigation.rules.ts'
import {
  checkedScreen,
  checkScreen,
  giveBackScreen,
  ticketScreen,
  ticketsScreen,
} from './own-tickets.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { AWAY, NOT_KENYAN, ussdTexts } from './ussd.text.ts'
import { waitingScreen } from './waiting.rules.ts'

const LANGUAGES: Language[] = ['en', 'sw']
const RUNS = { seed: 20_261_122, numRuns: todaysRuns(300, 100) }

const frame = fc.record<Frame>({
  language: fc.constantFrom(...LANGUAGES),
  notice: fc.option(fc.constantFrom(...notices), { nil: undefined }),
  hasBack: fc.constant(true),
})
const ticket = fc.record({
  id,
  ending: fc.constant('PQRS'),
  event_id: id,
  admits: fc.integer({ min: 1, max: 31 }),
  admitted: fc.integer({ min: 0, max: 31 }),
  sold_in: fc.constantFrom(1, 1, 10, 31),
  kind: fc.constantFrom('entry', 'entry', 'add_on'),
  ticket_type: name,
  gate: fc.option(name),
  title: name,
  date: day,
  time: fc.constantFrom('15:00', '09:30'),
  status: fc.constantFrom('valid', 'used', 'transferred', 'void', 'cancelled', 'day_cancelled'),
  isFree: fc.boolean(),
})
const purchase = fc.record({
  eventId: id,
  typeId: id,
  quantity: fc.integer({ min: 1, max: 999_999 }),
  phone,
})
const ended = fc.record({
  state: fc.constantFrom('failed', 'expired', 'refund_due', 'refunded'),
  failure_code: fc.constantFrom(null, '1032', 'busy', 'replaced', 'sold_out', 'toString'),
  title: name,
  is_money_unclear: fc.boolean(),
  is_due_back: fc.boolean(),
  has_more_lines: fc.boolean(),
})
const toPay = fc.record({
  amountKes: price,
  phone,
  account: fc.constant('TKT4K7QZ'),
  business: fc.option(fc.constantFrom('174379', '5204070')),
  ussdCode: fc.constantFrom('*265*25#', '*384*12345#'),
  wallet: fc.constantFrom(null, 'Airtel Money' as const, 'T-Kash' as const),
  paymentMethod: fc.constantFrom('prompt' as const, 'paybill' as const),
  paybillUntil: fc.constantFrom(new Date('2026-11-21T20:59:00Z')),
})

const bounds = fc.record({ lowest: fc.nat(250_000), highest: fc.nat(250_000) })

const waiting = fc.record({
  id,
  amountKes: price,
  phone,
  account: fc.constant('TKT4K7QZ'),
  business: fc.option(fc.constantFrom('174379', '5204070')),
  ussdCode: fc.constantFrom('*265*25#', '*384*12345#'),
  paybillUntil: fc.option(fc.constant(new Date('2026-11-21T20:59:00Z'))),
  nextPhone: fc.option(phone),
  wallet: fc.constantFrom(null, 'Airtel Money' as const),
  takesOther: fc.boolean(),
  phase: fc.constantFrom('in_line', 'prompted', 'checking', 'confirming'),
  paymentMethod: fc.constant('prompt' as const),
})

const SCREENS: Record<string, fc.Arbitrary<RenderedScreen>> = {
  menu: frame.map(menuScreen),
  help: fc
    .tuple(frame, fc.constantFrom('+254 700 000 000', '0712 000 000'))
    .map(([of, support]) => helpScreen(of, support)),
  dates: frame.map((of) => datesScreen(of, '2026-11-22')),
  categories: fc
    .tuple(frame, fc.array(name, { maxLength: 10 }), fc.constantFrom(0, 4, 8))
    .map((all) => categoriesScreen(...all)),
  events: fc
    .tuple(frame, fc.array(event, { maxLength: 4 }), fc.boolean())
    .map(([of, list, more]) =>
      eventsScreen(of, list, more ? { at: 'events', cursor: 'x' } : undefined),
    ),
  event: fc
    .tuple(frame, event, fc.constantFrom(0, 4), fc.constantFrom(null, 'x'), fc.boolean())
    .map(([of, one, from, unpaid, hasAddOns]) => eventScreen(of, one, { from, unpaid, hasAddOns })),
  'add-ons': fc
    .tuple(frame, event, fc.constantFrom(0, 4))
    .map(([of, one, from]) => addOnsScreen(of, one, { from })),
  quantity: fc
    .tuple(frame, event, type, phone, fc.integer({ min: 1, max: 1000 }))
    .map(([of, one, t, number, max]) => quantityScreen(of, one, t, { phone: number, max })),
  confirm: fc.tuple(frame, event, type, purchase, fc.boolean()).map(([of, e, t, p, paybill]) =>
    confirmScreen(of, { event: e, type: t, price: { price: t.price, fee: t.fee ?? 0 } }, p, {
      prompt: e.id,
      paybill: paybill ? t.id : null,
      wallet: paybill && p.quantity % 2 ? 'Airtel Money' : null,
    }),
  ),
  'confirm free': fc
    .tuple(frame, event, type, purchase)
    .map(([of, e, t, p]) => confirmFreeScreen(of, { event: e, type: t }, p, e.id)),
  'got free': fc.tuple(frame, purchase).map((all) => gotFreeScreen(...all)),
  price: fc.tuple(frame, type, purchase, bounds).map((all) => priceScreen(...all)),
  few: fc.tuple(frame, purchase, count, id).map(([of, one, priceCents, orderId]) => {
    const few = {
      ...one,
      paymentMethod: 'prompt',
      wanted: one.quantity + 1,
      promo: '90817263',
    } as const
    const code = priceCents % 2 === 0 ? 'code' : undefined
    return fewScreen(of, { at: 'few', ...few, of: code }, { priceCents, orderId })
  }),
  refused: fc
    .tuple(frame, id)
    .map(([of, orderId]) =>
      refusedScreen({ ...of, notice: undefined }, { at: 'refused', said: 'paymentOpen', orderId }),
    ),
  phone: fc.tuple(frame, purchase).map(([of, one]) => phoneScreen(of, { purchase: one })),
  'another number': fc.tuple(frame, id).map(([of, orderId]) => phoneScreen(of, { orderId })),
  prompted: fc.tuple(frame, toPay).map((all) => toPayScreen(...all)),
  'by hand': fc
    .tuple(frame, toPay)
    .map(([of, order]) => toPayScreen(of, { ...order, paymentMethod: 'paybill' })),
  'waiting by hand': fc.tuple(frame, toPay, id).map(([of, order, orderId]) =>
    waitingScreen(of, {
      ...order,
      id: orderId,
      business: '5204070',
      paymentMethod: 'paybill',
      phase: 'by_hand',
      nextPhone: null,
      takesOther: false,
    }),
  ),
  waiting: fc.tuple(frame, waiting).map((all) => waitingScreen(...all)),
  ended: fc.tuple(frame, ended, purchase).map((all) => endedScreen(...all)),
  tickets: fc
    .tuple(frame, fc.array(ticket, { maxLength: 10 }), fc.constantFrom(0, 4))
    .map((all) => ticketsScreen(...all)),
  ticket: fc.tuple(frame, ticket).map(([of, one]) =>
    ticketScreen(of, one, {
      isReturnable: one.isFree,
      hasAddOns: one.admits % 2 === 0,
      questions: one.admitted % 6,
    }),
  ),
  'give back': fc.tuple(frame, ticket).map((all) => giveBackScreen(...all)),
  check: frame.map(checkScreen),
  checked: fc
    .tuple(frame, fc.constantFrom('valid', 'used', 'transferred', 'void'), ticket)
    .map(([of, verdict, t]) => checkedScreen(of, verdict as 'valid', t)),
}

describe('each screen', () => {
  // spec: ussd-screen-length
  test.each(Object.keys(SCREENS))(
    '%s: at most 160 GSM-7 characters, whatever things are called',
    (kind) => {
      const screen = fc.property(SCREENS[kind]!, ({ text }) => {
        expect(septets(text)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
        expect(text.trim()).not.toBe('')
      })
      fc.assert(screen, RUNS)
    },
  )

  // spec: ussd-screen-length
  test('each screen shows every digit that it accepts, and the way back, uncut', () => {
    const whole = fc.property(
      fc.constantFrom(...Object.keys(SCREENS)).chain((kind) => SCREENS[kind]!),
      ({ text, answers }) => {
        // The last line offers 0, either as the way back or as the price 0.
        if (answers) expect(text).toMatch(/\n0 (Back|Rudi|Free|Bure)$/)
        for (const digit of Object.keys(answers?.choices ?? {})) {
          expect(
            text.split('\n').some((line) => line.startsWith(`${digit} `) || line === digit),
          ).toBe(true)
        }
      },
    )
    fc.assert(whole, { ...RUNS, numRuns: todaysRuns(2000, 500) })
  })

  test('a screen with only our own words shows all of them', () => {
    for (const language of LANGUAGES) {
      const of = { language, hasBack: true } as const
      const texts: Texts = ussdTexts[language]
      expect(menuScreen(of).text).toContain(texts.orCode)
      expect(phoneScreen(of, { orderId: '1' }).text).toContain(texts.typePhone)
      expect(helpScreen(of, '+254 700 000 000').text).toContain('+254 700 000 000')
      for (const notice of [...Object.values(texts.refused), ...Object.values(texts.check)]) {
        expect(septets(notice)).toBeLessThanOrEqual(120)
      }
      for (const said of ['paymentOpen', 'waitAndTry', 'tooManyPrompts', 'other'] as const) {
        expect(refusedScreen(of, { at: 'refused', said }).text).toBe(
          `${texts.refused[said]}\n0 ${texts.back}`,
        )
      }
      const order = {
        amountKes: 250_000,
        phone: '254712345678',
        account: 'TKT4K7QZ',
        business: '5204070',
        wallet: null,
        ussdCode: '*265*25#',
        paymentMethod: 'prompt' as const,
        paybillUntil: new Date('2026-11-21T13:29:59Z'),
      }
      expect(toPayScreen(of, order).text).toMatch(/\*265\*25#.*\.$/)
      expect(toPayScreen(of, { ...order, paymentMethod: 'paybill' }).text).toMatch(
        / 4:29PM: .*SMS\.$/,
      )
      const wallet = { ...order, paymentMethod: 'paybill', wallet: 'Airtel Money' } as const
      expect(toPayScreen(of, wallet).text).toMatch(/ 4:29PM: Airtel Money, pay bill, .*SMS\.$/)
      const unpaid = { id: '1', phase: 'by_hand', nextPhone: null, takesOther: false } as const
      expect(waitingScreen(of, { ...wallet, ...unpaid }).text).not.toContain(texts.askForPin)
      const byMpesa = { ...wallet, ...unpaid, wallet: null }
      expect(waitingScreen(of, byMpesa).text).toContain(`1 ${texts.askForPin}`)
      const waits = { ...order, id: '1', phase: 'confirming', nextPhone: null } as const
      const { waiting, byHandAfter, otherPhone, back } = texts
      const said = waiting.confirming('KES 250,000', '0712345678')
      const byHand = byHandAfter({ until: '4:29PM', business: '5204070', account: 'TKT4K7QZ' })
      expect(waitingScreen(of, { ...waits, takesOther: true }).text).toBe(
        `${said}\n${byHand}\n1 ${otherPhone}\n0 ${back}`,
      )
    }
    for (const text of [AWAY, NOT_KENYAN]) expect(septets(text)).toBeLessThanOrEqual(160)
  })
})

// spec: ussd-screen-length
test('a notice is whole above the screen', () => {
  const one = { eventId: '1', typeId: '2', quantity: 10, phone: '254712345678' }
  const type = {
    id: '2',
    name: 'x'.repeat(99),
    price: 2500,
    available: 90,
    max_per_order: 9,
    is_sold_out: false,
  }
  const event = {
    id: '1',
    title: 'y'.repeat(99),
    date: '2026-11-21',
    time: '16:00',
    location: 'z'.repeat(99),
    is_published: true,
    is_sold_out: false,
    sales_open: true,
    cancelled_at: null,
    ticket_types: [type, type, type, type, type],
  }
  for (const language of LANGUAGES) {
    const { unclear, noEvent, closed, alreadyPaid } = ussdTexts[language]
    for (const notice of [unclear, noEvent(999_999_999), closed, alreadyPaid]) {
      const { text } = menuScreen({ language, notice, hasBack: false })
      expect(text).toBe(`${notice}\n${menuScreen({ language, hasBack: false }).text}`)
    }
    for (const notice of notices) {
      const of = { language, notice, hasBack: true }
      const drawn = { prompt: '3', paybill: '4', wallet: null }
      for (const { text } of [
        confirmScreen(of, { event, type, price: { price: 2500, fee: 0 } }, one, drawn),
        eventScreen(of, event, { from: 0 }),
      ]) {
        if (notice.length <= 30) expect(text.startsWith(`${notice}\n`)).toBe(true)
        expect(text.endsWith(`0 ${ussdTexts[language].back}`)).toBe(true)
      }
    }
  }
})
