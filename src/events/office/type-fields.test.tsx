import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newDraft, type TypeDraft } from '../editing/event-draft.rules.ts'
import { TypeFields } from './type-fields.tsx'
import type { EventForm } from './use-event-form.ts'

const FEE = { basis_points: 0, fixed_cents: 0, fees_on_top: false }

/** The HTML of each type's fields. The type with the key `wrong` has a marked field. */
function shown(types: Partial<TypeDraft>[], wrong?: string): string[] {
  const first = newDraft().types[0]!
  const rows = types.map((type) => ({ ...first, id: type.name!, key: type.name!, ...type }))
  const form = {
    draft: { ...newDraft(), types: rows },
    findings: { isTypeMarked: () => false, isTypeWrong: (key: string) => key === wrong },
    types: { isFixed: () => false, soldOf: () => undefined },
  } as unknown as EventForm
  const props = { form, gates: [], fee: FEE, isFeeKnown: false, salesWords: () => 'None sold yet' }
  return rows.map((type, index) =>
    renderToStaticMarkup(<TypeFields {...props} type={type} index={index} />),
  )
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, '')
const legendOf = (html: string) => textOf(/<legend.*?<\/legend>/.exec(html)![0])
/** The line that opens the type, if its fields are collapsed or were. */
const lineOf = (html: string) =>
  textOf(/<\/legend><details[^>]*>(<summary.*?<\/summary>)/.exec(html)?.[1] ?? '')
const isOpen = (html: string) => html.includes('</legend><details open')

const THREE = [
  { name: 'Regular', price: '1500' },
  { name: 'Child', price_kind: 'free' as const },
  { name: 'VIP', price: '5000' },
]
const FOUR = [...THREE, { name: 'Student', price: '800' }]

// spec: form-types-of-many
test('of more than three ticket types the stored ones are one line each, open where one is wrong', () => {
  expect(shown(THREE).map(lineOf)).toEqual(['', '', ''])
  const many = shown(FOUR)
  expect(many.map(legendOf)).toEqual([1, 2, 3, 4].map((n) => `Ticket type ${n}`))
  expect(many.map(lineOf)).toEqual([
    'RegularKES 1,500 · None sold yet',
    'Childfree · None sold yet',
    'VIPKES 5,000 · None sold yet',
    'StudentKES 800 · None sold yet',
  ])
  expect(many.map(isOpen)).toEqual([false, false, false, false])
  expect(shown(FOUR, 'VIP').map(isOpen)).toEqual([false, false, true, false])
})

// spec: form-types-of-many
test('a ticket type that is not stored yet is open', () => {
  const added = { ...FOUR[3]!, id: null, name: '', key: 'new' }
  const [one, , , last] = shown([...THREE, added])
  expect([isOpen(one!), isOpen(last!)]).toEqual([false, true])
  expect(lineOf(last!)).toBe('Ticket type 4')
})
