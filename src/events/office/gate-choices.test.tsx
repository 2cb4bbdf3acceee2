import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newDraft, type TypeDraft } from '../editing/event-draft.rules.ts'
import { GateChoices } from './gate-choices.tsx'
import type { EventForm } from './use-event-form.ts'

const GATES = ['Gate A', 'Gate B', 'Gate C'].map((name) => ({ id: name, name }))

/** The HTML of each type's gates. The types are stored, and `wrong` is marked. */
function shown(types: Partial<TypeDraft>[], wrong?: string): string[] {
  const [first] = newDraft().types
  const form = {
    draft: {
      ...newDraft(),
      types: types.map((type) => ({ ...first!, id: type.name!, key: type.name!, ...type })),
    },
    findings: { isMarked: () => false, isTypeMarked: (key: string) => key === wrong },
  } as unknown as EventForm
  const html = renderToStaticMarkup(<GateChoices form={form} common={GATES} />)
  return html.match(/<fieldset.*?<\/fieldset>/g)!
}

const legendOf = (html: string) => textOf(/<legend.*<\/legend>/.exec(html)![0])
const lineOf = (html: string) => textOf(/<summary.*<\/summary>/.exec(html)?.[0] ?? '')
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')
const isOpen = (html: string) => html.includes('<details open')

const THREE = [
  { name: 'Regular', gate_ids: ['Gate A'] },
  { name: 'VIP', gate_ids: ['Gate A', 'Gate B'] },
  { name: 'Child', gate_ids: [] },
]
const FOUR = [...THREE, { name: 'Student', gate_ids: ['Gate C'] }]

// spec: form-gates-of-many
test('the gates of more than three types are one line each, open where something is missing', () => {
  expect(shown(THREE).map(lineOf)).toEqual(['', '', ''])
  const many = shown(FOUR)
  expect(many.map(legendOf)).toEqual(FOUR.map(({ name }) => `Entrances for ${name}`))
  expect(many.map(lineOf)).toEqual([
    'Regular: Gate A',
    'VIP: Gate A, Gate B',
    'Child: none ticked',
    'Student: Gate C',
  ])
  expect(many.map(isOpen)).toEqual([false, false, true, false])
  expect(shown(FOUR, 'VIP').map(isOpen)).toEqual([false, true, true, false])
})

// spec: form-gates-of-many
test('a type that is not stored yet is open, and without any gate all tickets name the main one', () => {
  const added = { ...FOUR[3]!, id: null, name: '' }
  const withNew = shown([...THREE, { ...added, key: 'new' }])
  expect([lineOf(withNew[3]!), isOpen(withNew[3]!)]).toEqual(['Ticket type 4: Gate C', true])
  const none = shown(FOUR.map((type) => ({ ...type, gate_ids: [] })))
  expect(none.map(lineOf)).toEqual(FOUR.map(({ name }) => `${name}: Main Gate`))
  expect(none.some(isOpen)).toBe(false)
})
