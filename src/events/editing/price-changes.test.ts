import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  makeEditor,
  makeTrusted,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { addMember, buildTeam } from '../../../test/team.ts'
import { auditSentence } from '../catalogue/audit-words.rules.ts'
import { toInput } from './event-draft.rules.ts'
import { toOrganizersDraft } from './waiting-draft.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
let trusted: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
  trusted = await makeTrusted(stage, admin)
})
afterAll(() => stage.close())

const EARLY = {
  name: 'Early bird',
  price: 1000,
  starts_at: null,
  ends_at: '2026-11-27T20:59:00.000Z',
  quantity: 50,
}
const ADVANCE = { name: 'Advance', price: 1200, starts_at: null, ends_at: null, quantity: 30 }
const STANDARD = { name: 'Standard', price: 1500, quantity: 100, price_steps: [EARLY, ADVANCE] }
const FIRST = 'Early bird KES 1,000 until Fri, Nov 27, 2026, 11:59 PM, first 50'
const SECOND = 'Advance KES 1,200, first 30'

const published = (by: Editor) => publishedOf(admin, by, { ticket_types: [STANDARD] })

async function save(by: Editor, id: string, body: object) {
  const { updated_at } = await by.read(id)
  const reply = await by.save(id, { updated_at, ...body })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}

/** The steps without the number of taken tickets, as a client may send them. */
const stepsOf = ({ ticket_types: [type] }: { ticket_types: { price_steps: object[] }[] }) =>
  type!.price_steps.map((step) => ({ ...step, taken: undefined }))

// spec: fee-choice
describe('who pays the service fee', () => {
  test('on a published event the choice is waiting for approval, and is shown in words', async () => {
    const event = await published(organizer)
    const asked = await save(organizer, event.id, { fees_on_top: true, description: 'New' })
    const change = { fees_on_top: true }
    const words = { before: 'organizer pays it', after: 'buyers pay it' }
    const changes = [{ what: 'Service fee', ...words }]
    expect(asked).toMatchObject({ fees_on_top: false, description: 'New' })
    expect(asked.review).toMatchObject({ state: 'sent', change, changes })
    expect(asked.review.change).toEqual(change)
    const approved = await admin.approve(event.id, asked.updated_at)
    expect(approved).toMatchObject({ status: 200, body: { fees_on_top: true } })
    expect((await admin.audit(event.id)).slice(-2)).toEqual([
      ['event_fee_payer_changed', 'Derby Day', words.before, words.after],
      ['event_change_approved', 'Derby Day', null, null],
    ])
    const back = await save(organizer, event.id, { fees_on_top: false })
    expect(back.review.change).toEqual({ fees_on_top: false })
    const withdrawn = await save(organizer, event.id, { fees_on_top: true })
    expect([withdrawn.fees_on_top, withdrawn.review]).toEqual([true, undefined])
  })

  test('drafts, admins and organizers who publish alone need no approval', async () => {
    const draft = await draftOf(organizer)
    const [own, other] = [await published(trusted), await published(organizer)]
    for (const [by, { id }] of [
      [organizer, draft],
      [trusted, own],
      [admin, other],
    ] as const) {
      const saved = await save(by, id, { fees_on_top: true })
      expect([saved.fees_on_top, saved.review]).toEqual([true, undefined])
    }
  })

  test('only members of the team who edit or move money read the fee', async () => {
    const event = await published(trusted)
    const { editor, promoter } = await buildTeam(stage, trusted.id)
    const [money, doorLead] = [
      await makeEditor(stage, 'organizer'),
      await makeEditor(stage, 'organizer'),
    ]
    await addMember(stage, money.id, { organizerId: trusted.id, role: 'money' })
    await addMember(stage, doorLead.id, { organizerId: trusted.id, role: 'door_lead' })
    expect(event.service_fee).toEqual({ basis_points: 0, fixed: 0 })
    for (const [by, fee] of [
      [editor, event.service_fee],
      [money, event.service_fee],
      [promoter, undefined],
      [doorLead, undefined],
    ] as const) {
      const read = await by.read(event.id)
      expect([read.id, read.service_fee]).toEqual([event.id, fee])
    }
  })

  test('a new event whose buyers pay the fee has a row in the audit log', async () => {
    const { id } = await draftOf(organizer, { fees_on_top: true })
    const rows = await admin.audit(id)
    expect(rows).toContainEqual(['event_fee_payer_changed', 'Derby Day', null, 'buyers pay it'])
  })
})

// spec: price-steps-approval
describe('windows and steps of a published event', () => {
  test('they need no approval', async () => {
    const event = await published(organizer)
    const [type] = event.ticket_types
    const window = { sale_from: '2026-11-20T07:00:00.000Z', sale_until: null }
    const saved = await save(organizer, event.id, {
      ticket_types: [{ id: type.id, ...window, price_steps: [{ ...EARLY, price: 900 }] }],
    })
    expect(saved.review).toBeUndefined()
    expect(saved.ticket_types).toMatchObject([{ ...window, price_steps: [{ price: 900 }] }])
  })

  test('steps wait with the higher price or quantity that they need', async () => {
    const event = await published(organizer)
    const [type] = event.ticket_types
    const [early, advance] = stepsOf(event)
    const price_steps = [early, { ...advance, price: 1800, quantity: 120 }]
    const asked = { id: type.id, price: 2000, quantity: 200, price_steps }
    const saved = await save(organizer, event.id, { ticket_types: [asked] })
    expect(stepsOf(saved)).toEqual(stepsOf(event))
    expect(saved.review.change.ticket_types).toEqual([asked])
    expect(saved.review.changes).toEqual([
      { what: 'Standard: price', before: 'KES 1,500', after: 'KES 2,000' },
      { what: 'Standard: quantity', before: '100', after: '200' },
      { what: 'Standard: early price', before: SECOND, after: 'Advance KES 1,800, first 120' },
    ])
    const again = await save(organizer, event.id, { ticket_types: [asked] })
    expect(again.updated_at).toBe(saved.updated_at)
    const { body } = await admin.approve(event.id, saved.updated_at)
    expect(body.ticket_types).toMatchObject([{ price: 2000, quantity: 200 }])
    expect(stepsOf(body)).toEqual(price_steps)
  })

  test('a step that is removed while a change with it waits is added anew', async () => {
    const owner = await makeEditor(stage, 'organizer')
    const event = await published(owner)
    const [{ id }] = event.ticket_types
    const [early, advance] = stepsOf(event) as [object, { id: string }]
    const price_steps = [early, { ...advance, price: 1800 }]
    await save(owner, event.id, {
      ticket_types: [{ id, price: 2000, price_steps }],
    })
    await save(admin, event.id, { ticket_types: [{ id, price_steps: [early] }] })
    const stored = await owner.read(event.id)
    expect(stored.review.changes).toContainEqual({
      what: 'Standard: early price',
      before: '',
      after: 'Advance KES 1,800, first 30',
    })
    const draft = toOrganizersDraft(stored)
    expect(draft.types[0]!.price_steps).toMatchObject([
      { name: 'Early bird', price: '1000' },
      { id: null, price: '1800' },
    ])
    const kept = await save(owner, event.id, toInput(draft, stored.updated_at))
    const approved = await admin.approve(event.id, kept.updated_at)
    expect(approved, JSON.stringify(approved.body)).toMatchObject({ status: 200 })
    expect(stepsOf(approved.body)).toMatchObject([early, { ...ADVANCE, price: 1800 }])
    expect(stepsOf(approved.body)).not.toMatchObject([early, { id: advance.id }])
  })

  test("the organizer's form shows the steps and the choice that wait, and sends them back", async () => {
    const event = await published(organizer)
    const [type] = event.ticket_types
    const [early] = stepsOf(event)
    const price_steps = [
      { ...early, price: 1900 },
      { ...ADVANCE, quantity: 150 },
    ]
    const rest = { description: '', max_per_order: 4, type_offset: 1, gate_ids: [] }
    const sale_from = '2026-11-20T07:00:00.000Z'
    const vip = { ...STANDARD, ...rest, name: 'VIP', sale_from }
    const saved = await save(organizer, event.id, {
      fees_on_top: true,
      ticket_types: [{ id: type.id, price: 2000, quantity: 200, price_steps }, vip],
    })
    const draft = toOrganizersDraft(saved)
    expect(draft).toMatchObject({ fees_on_top: true, types: [{ price: '2000' }, { name: 'VIP' }] })
    const again = await save(organizer, event.id, toInput(draft, saved.updated_at))
    expect(again.updated_at).toBe(saved.updated_at)
    expect(again.review).toEqual(saved.review)
  })

  // spec: stranger-titles
  test('steps with a name that strangers must not read unchecked wait as a whole', async () => {
    for (const by of [organizer, trusted]) {
      const event = await published(by)
      const [type] = event.ticket_types
      const [early] = stepsOf(event)
      const price_steps = [
        { ...early, price: 800 },
        { ...ADVANCE, name: 'Paybill offer' },
      ]
      const asked = { id: type.id, price_steps }
      const saved = await save(by, event.id, {
        ticket_types: [{ ...asked, sale_from: '2026-11-20T07:00:00Z' }],
      })
      expect(saved.ticket_types[0].sale_from).toBe('2026-11-20T07:00:00.000Z')
      expect(stepsOf(saved)).toEqual(stepsOf(event))
      expect(saved.review.change).toEqual({ ticket_types: [asked] })
      const { review } = await admin.read(event.id)
      expect(review.words_to_check).toMatchObject([{ what: 'Early price' }])
      expect(review.changes.map(({ what }: { what: string }) => what)).toEqual(
        Array(3).fill('Standard: early price'),
      )
      const { body } = await admin.approve(event.id, saved.updated_at)
      expect(stepsOf(body)).toMatchObject(price_steps)
      // A name that was approved needs no second approval.
      const cheaper = stepsOf(body).map((step) => ({ ...step, price: 700 }))
      const next = await save(by, event.id, {
        ticket_types: [{ id: type.id, price_steps: cheaper }],
      })
      expect([next.review, stepsOf(next)]).toEqual([undefined, cheaper])
    }
  })

  test('a draft with such a step name is not published without an admin', async () => {
    const price_steps = [{ ...EARLY, name: 'Safaricom offer' }]
    const draft = await draftOf(trusted, { ticket_types: [{ ...STANDARD, price_steps }] })
    const { body } = await trusted.act(draft.id, 'send_in')
    expect([body.is_published, body.review.state]).toEqual([false, 'sent'])
    expect(body.review.words_to_check).toMatchObject([{ what: 'Early price' }])
  })

  test('a new ticket type that waits carries its window and its steps', async () => {
    const event = await published(organizer)
    const sale_until = '2027-03-14T09:00:00.000Z'
    const added = { ...STANDARD, name: 'VIP', sale_from: null, sale_until }
    const saved = await save(organizer, event.id, {
      ticket_types: [{ id: event.ticket_types[0].id }, added],
    })
    const { sale_from: _, ...asked } = added
    expect(saved.review.change.ticket_types).toEqual([asked])
    const words = `VIP: 100 tickets, KES 1,500; on sale until Sun, Mar 14, 2027, 12:00 PM; ${FIRST}; ${SECOND}`
    expect(saved.review.changes).toEqual([{ what: 'Ticket type', before: '', after: words }])
    const { body } = await admin.approve(event.id, saved.updated_at)
    expect(body.ticket_types[1]).toMatchObject(added)
  })
})

// spec: audit-log-when
describe('the audit log', () => {
  async function rowsSince(id: string, count: number) {
    const rows = (await admin.audit(id)).slice(count)
    return rows.map(([action, subject, before, after]: [string, string, unknown, unknown]) =>
      auditSentence({ action, subject: subject.replace('Derby Day · ', ''), before, after }),
    )
  }

  test('each change of a window, a step and their order is a row that an admin can read', async () => {
    const sale_from = '2026-11-20T07:00:00.000Z'
    const event = await draftOf(organizer, { ticket_types: [{ ...STANDARD, sale_from }] })
    const from = 'from Fri, Nov 20, 2026, 10:00 AM'
    expect(await rowsSince(event.id, 2)).toEqual([
      `Added the ticket type Standard: 100 tickets at KES 1,500, on sale ${from}`,
      `Added an early price for Standard: ${FIRST}`,
      `Added an early price for Standard: ${SECOND}`,
    ])
    const [early, advance] = stepsOf(event)
    const { id } = event.ticket_types[0]
    const types = (change: object) => ({ ticket_types: [{ id, ...change }] })
    const count = (await admin.audit(event.id)).length
    const sale_until = '2026-11-30T07:00:00.000Z'
    const door = { name: 'Weekend', price: 1300, starts_at: sale_from, ends_at: sale_until }
    await save(organizer, event.id, {
      ...types({ sale_until, price_steps: [advance, { ...early, quantity: null }, door] }),
    })
    await save(organizer, event.id, types({ sale_from: null, sale_until: null, price_steps: [] }))
    const until = 'until Mon, Nov 30, 2026, 10:00 AM'
    const weekend = `Weekend KES 1,300 ${from} ${until}`
    const changed = 'Early bird KES 1,000 until Fri, Nov 27, 2026, 11:59 PM'
    expect(await rowsSince(event.id, count)).toEqual([
      `Put Standard on sale ${from} ${until} (before: ${from})`,
      `Changed an early price for Standard to ${changed} (before: ${FIRST})`,
      `Added an early price for Standard: ${weekend}`,
      'Put the early prices for Standard in the order Advance, Early bird (before: Early bird, Advance)',
      `Removed the sale times of Standard, which was on sale ${from} ${until}`,
      `Removed an early price for Standard: ${SECOND}`,
      `Removed an early price for Standard: ${changed}`,
      `Removed an early price for Standard: ${weekend}`,
    ])
  })
})
