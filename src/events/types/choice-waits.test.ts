import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CHOICES,
  changeTypes,
  draftOf,
  type Editor,
  openOffice,
  publishedOf,
  typeNamed,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const { standard: STANDARD, hidden: HIDDEN } = CHOICES
const STEP = { name: 'Early bird', price: 300, ends_at: '2027-01-27T20:59:00.000Z', quantity: 50 }

// spec: choice-waits
describe('a published event of an organizer', () => {
  const priced = () => publishedOf(admin, organizer, { ticket_types: [STANDARD] })

  async function approve(id: string) {
    const { updated_at } = await admin.read(id)
    return await admin.approve(id, updated_at)
  }

  test('waits with a type that becomes free as a whole, early prices included', async () => {
    const early = { ...STANDARD, price_steps: [STEP] }
    const event = await publishedOf(admin, organizer, { ticket_types: [early] })
    const freed = { is_free: true, price: 0, price_steps: [], description: 'For all' }
    const { body } = await changeTypes(organizer, event, { Standard: freed })
    const type = typeNamed(body, 'Standard')
    expect(type).toMatchObject({ price: 500, description: 'For all', price_steps: [STEP] })
    expect(type).not.toHaveProperty('is_free')
    const [price, step] = body.review.changes
    expect(`${price.what}: ${price.before} → ${price.after}`).toBe(
      'Standard: price: KES 500 → free',
    )
    expect(step).toMatchObject({ what: 'Standard: early price', after: '' })
    const approved = await approve(event.id)
    expect(typeNamed(approved.body, 'Standard')).toMatchObject({ is_free: true, price_steps: [] })
  })

  test('waits with a price that buyers choose, and with its bounds, but not a suggestion', async () => {
    const event = await priced()
    const sent = await changeTypes(organizer, event, {
      Standard: { lowest: 200, suggested: 300, highest: 900 },
    })
    expect(sent.body.review.change.ticket_types).toMatchObject([
      { lowest: 200, suggested: 300, highest: 900 },
    ])
    expect(typeNamed(sent.body, 'Standard')).not.toHaveProperty('lowest')
    const approved = await approve(event.id)
    expect(typeNamed(approved.body, 'Standard')).toMatchObject({ price: 200, suggested: 300 })

    const hint = await changeTypes(organizer, event, { Standard: { suggested: 400 } })
    expect(hint.body.review).toBeUndefined()
    expect(typeNamed(hint.body, 'Standard')).toMatchObject({ suggested: 400 })

    const bounds = await changeTypes(organizer, event, {
      Standard: { lowest: 100, suggested: 150, highest: null },
    })
    expect(typeNamed(bounds.body, 'Standard')).toMatchObject({
      lowest: 200,
      suggested: 400,
      highest: 900,
    })
    expect(bounds.body.review.changes).toEqual([
      {
        what: 'Standard: price',
        before: 'from KES 200, buyers choose, KES 400 suggested, at most KES 900',
        after: 'from KES 100, buyers choose, KES 150 suggested',
      },
    ])
    const again = await approve(event.id)
    expect(typeNamed(again.body, 'Standard')).toMatchObject({
      lowest: 100,
      suggested: 150,
      highest: null,
    })

    await changeTypes(organizer, event, { Standard: { lowest: null, price: 700 } })
    const back = await approve(event.id)
    expect(typeNamed(back.body, 'Standard')).toMatchObject({ price: 700 })
    expect(typeNamed(back.body, 'Standard')).not.toHaveProperty('lowest')
  })

  test('hides a type at once, and waits with showing it and with the door', async () => {
    const event = await priced()
    const hidden = await changeTypes(organizer, event, {
      Standard: { is_hidden: true, sold_at_door: false },
    })
    expect(typeNamed(hidden.body, 'Standard')).toMatchObject({
      is_hidden: true,
      sold_at_door: true,
    })
    expect(hidden.body.review.changes).toEqual([
      { what: 'Standard: sold at the door', before: 'yes', after: 'no' },
    ])
    const shown = await changeTypes(organizer, event, { Standard: { is_hidden: false } })
    expect(typeNamed(shown.body, 'Standard')).toMatchObject({ is_hidden: true, sold_at_door: true })
    expect(shown.body.review.change.ticket_types).toEqual([
      { id: typeNamed(event, 'Standard').id, is_hidden: false, sold_at_door: false },
    ])
    const approved = await approve(event.id)
    expect(typeNamed(approved.body, 'Standard')).toMatchObject({
      is_hidden: false,
      sold_at_door: false,
    })
    const logged = (await admin.audit(event.id)).map(([action, , before, after]: unknown[]) => {
      return [action, before, after]
    })
    expect(logged).toContainEqual(['ticket_type_hidden_changed', false, true])
    expect(logged).toContainEqual(['ticket_type_hidden_changed', true, false])
    expect(logged).toContainEqual(['ticket_type_door_changed', true, false])
  })

  test('checks the name of a hidden type as of others', async () => {
    const named = { ...HIDDEN, name: 'Safaricom' }
    const { id } = await draftOf(organizer, { ticket_types: [STANDARD, named] })
    const sent = await organizer.act(id, 'send_in')
    expect(sent.body.review.words_to_check).toEqual([{ what: 'Ticket type', words: 'Safaricom' }])
  })
})
