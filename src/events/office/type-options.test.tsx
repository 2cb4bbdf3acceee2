import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { findFaults } from '../editing/draft-faults.rules.ts'
import { newDraft, type TypeDraft } from '../editing/event-draft.rules.ts'
import { addedPool } from '../types/unit-draft.rules.ts'
import { PriceWithFee } from './fee-choice.tsx'
import { TypeOptions } from './type-options.tsx'
import { addedType, withKind } from './type-rows.ts'
import type { EventForm } from './use-event-form.ts'

const textOf = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")

type Options = {
  isFixed?: boolean
  marks?: string[]
  kind?: EventForm['kind']
  others?: TypeDraft[]
}

const typeOf = (typed: Partial<TypeDraft>): TypeDraft => ({ ...newDraft().types[0]!, ...typed })

function shown(typed: Partial<TypeDraft>, options: Options = {}): string {
  const { isFixed = false, marks = [], kind = 'draft', others = [] } = options
  const type = typeOf(typed)
  const pools = [{ ...addedPool('p'), name: 'Main hall', quantity: '1200' }]
  const form = {
    kind,
    draft: { ...newDraft(), pools, types: [type, ...others] },
    event: kind === 'change' ? { is_published: true } : null,
    findings: { isTypeMarked: (_: string, name: string) => marks.includes(name) },
    types: { isFixed: () => isFixed },
  } as unknown as EventForm
  return renderToStaticMarkup(<TypeOptions form={form} type={type} index={0} />)
}

// spec: form-type-options
describe('more options of a ticket type', () => {
  test('are one closed line for a plain ticket, without a sentence', () => {
    const html = shown({})
    expect(html).not.toMatch(/<details[^>]* open/)
    expect(textOf(html)).toMatch(/^More options/)
    expect(html).toMatch(/<p aria-live="polite"[^>]*><\/p>$/)
    expect(textOf(html)).not.toContain('People in each')
    for (const label of [
      'Kind',
      'Entry',
      'Add-on',
      'Sold in',
      'Single tickets',
      'Tables or groups',
    ]) {
      expect(html).toMatch(new RegExp(`>${label} ?<`))
    }
  })

  test('say below the line how the type is sold', () => {
    const table = { is_unit: true, sold_in: '10', min_per_order: '2', pool: 'p' }
    const child = typeOf({ key: 'c', name: 'Child', pool: 'p' })
    expect(textOf(shown({ ...table, name: 'Table', quantity: '5' }, { others: [child] }))).toMatch(
      /Sold as tables of 10: 5 tables are 50 people\. It takes its places from Main hall \(1,200\), as Child does\. At least 2 per order\.$/,
    )
  })

  test('are open and marked where a field is wrong', () => {
    for (const [mark, name] of [
      ['sold_in', 'sold_in-0'],
      ['min_per_order', 'min_per_order-0'],
      ['pool_id', 'pool_id-0'],
      ['pool', 'pool_id-0'],
    ] as const) {
      const html = shown({ is_unit: true }, { marks: [mark] })
      expect(html).toMatch(/<details[^>]* open/)
      expect(html.match(/<(input|select)[^>]*aria-invalid="true"[^>]*>/g)).toMatchObject([
        expect.stringContaining(`name="${name}"`),
      ])
    }
  })

  test('cannot change once the type has orders, and say why', () => {
    const html = shown({ name: 'VIP' }, { isFixed: true })
    expect(html).toMatch(/<fieldset disabled=""/)
    expect(textOf(html)).toContain(
      "VIP has orders, so its kind, its units and its shared places can't change. Add another ticket type instead.",
    )
    // The minimum per order can change: placed orders keep their minimum.
    const after = html.slice(html.indexOf('</select>'))
    expect(after.indexOf('</fieldset>')).toBeLessThan(after.indexOf('min_per_order-0'))
    expect(shown({})).not.toContain('disabled=""')
  })

  test('say that changes of a published event are reviewed', () => {
    const text = 'On a published event we review these changes first'
    expect(textOf(shown({}, { kind: 'change' }))).toContain(text)
    expect(textOf(shown({}, { kind: 'change', isFixed: true }))).not.toContain(text)
    expect(textOf(shown({}))).not.toContain(text)
  })

  test('offer an add-on no pool that entries use', () => {
    const child = typeOf({ key: 'c', name: 'Child', pool: 'p' })
    const addOn = { kind: 'add_on' as const }
    expect(shown(addOn, { others: [child] })).not.toContain('>Main hall<')
    expect(shown(addOn)).toContain('>Main hall<')
    expect(shown({}, { others: [child] })).toContain('>Main hall<')
  })

  test('name the fixed fee of each person of a unit', () => {
    const fee = { basis_points: 0, fixed_cents: 5000, fees_on_top: false }
    const words = (typed: Partial<TypeDraft>) =>
      textOf(
        renderToStaticMarkup(<PriceWithFee type={typeOf({ price: '5000', ...typed })} fee={fee} />),
      )
    expect(words({})).toBe('You receive KES 4,950')
    expect(words({ is_unit: true, sold_in: '10' })).toBe(
      'You receive KES 4,500. The fee of KES 50 is per person',
    )
  })
})

// spec: form-add-on-gates
describe('a type that becomes an add-on', () => {
  const [first] = newDraft().types
  const used = { ...first!, gate_ids: ['north'], pool: 'p' }

  test('leaves gates, offset and a shared pool of entries', () => {
    const other = { ...addedType([used], 'b', []), pool: 'p' }
    const parking = withKind(used, 'add_on', { types: [used, other], kept: [] })
    expect(parking).toMatchObject({ kind: 'add_on', gate_ids: [], pool: '', type_offset: '0' })
    const second = withKind(other, 'add_on', { types: [parking, other], kept: [] })
    expect(second).toMatchObject({ type_offset: '1', pool: 'p' })
    expect(withKind(used, 'entry', { types: [used], kept: [] })).toBe(used)
  })

  test('is for once in all on several days until the organizer says otherwise, and counts packs', () => {
    const drinks = withKind(used, 'add_on', { types: [used], kept: [] })
    expect([used.once_in_all, drinks.once_in_all]).toEqual([false, true])
    expect(addedType([used], 'b', [], 'add_on').once_in_all).toBe(true)
    const back = withKind(drinks, 'entry', { types: [drinks], kept: [] })
    expect(back.once_in_all).toBe(false)
    const pack = textOf(shown({ kind: 'add_on', is_unit: true, sold_in: '3' }))
    expect(pack).toContain('Price, quantity and limits per order count whole packs.')
  })

  test('needs a gate of its own before a save', () => {
    const draft = (gate_ids: string[]) => ({
      ...newDraft(),
      title: 'Gala',
      types: [used, { ...addedType([used], 'b', [], 'add_on'), name: 'Parking', gate_ids }],
    })
    const faults = (gate_ids: string[]) => findFaults(draft(gate_ids), true, 'draft')
    expect(faults([])).toMatchObject([{ field: 'ticket_types.1.gate_ids' }])
    expect(faults(['north'])).toMatchObject([
      { text: expect.stringContaining('cannot serve both Standard') },
    ])
    expect(faults(['parking'])).toEqual([])
  })
})

// spec: form-type-options
test('a limit per phone number below the least of an order is a fault at the limit', () => {
  const draft = (max_per_phone: string, typed: Partial<TypeDraft>) => ({
    ...newDraft(),
    ...{ title: 'Gala', max_per_phone, types: [typeOf({ name: 'Table', ...typed })] },
  })
  const table = { is_unit: true, sold_in: '10' }
  const faults = (...typed: Parameters<typeof draft>) => findFaults(draft(...typed), true, 'draft')
  expect(faults('9', table)).toEqual([
    {
      text: 'One order of Table is for 10 people or more, and one phone number may hold only 9. Raise Max per phone number.',
      field: 'max_per_phone',
    },
  ])
  expect(faults('10', table)).toEqual([])
  expect(faults('3', { min_per_order: '4' })).toHaveLength(1)
  expect(faults('', table)).toEqual([])
})
