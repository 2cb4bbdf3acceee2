import { expect, test } from 'vitest'
import { newDraft } from '../editing/event-draft.rules.ts'
import { addedType, changeType } from './type-rows.ts'

// spec: defaults-first-type
test('the first and an added type have the defaults of the specification', () => {
  const [first] = newDraft().types
  expect(first).toMatchObject({
    name: 'Standard',
    description: 'Regular admission',
    price: '0',
    max_per_order: '4',
    quantity: '100',
    type_offset: '0',
  })
  expect(addedType([first!], 'k', [])).toMatchObject({
    name: '',
    price: '0',
    max_per_order: '4',
    quantity: '100',
    type_offset: '1',
  })
})

// spec: defaults-first-type
test('an added type gets the current count as its offset, or else the lowest free one', () => {
  const at = (offset: number) => ({ ...newDraft().types[0]!, type_offset: String(offset) })
  expect(addedType([at(0), at(2)], 'k', []).type_offset).toBe('1')
  expect(addedType([at(0), at(1)], 'k', [{ kind: 'entry', type_offset: 2 }]).type_offset).toBe('3')
  expect(addedType([at(0)], 'k', [{ kind: 'add_on', type_offset: 1 }]).type_offset).toBe('1')
  expect(addedType([1, 2, 3, 4, 5, 6, 7].map(at), 'k', []).type_offset).toBe('0')
})

// spec: event-form-steps
test('a new type loses the default description when it is renamed, and no other description', () => {
  const [first] = newDraft().types
  const named = (type: typeof first, name: string) => changeType(type!, { name }).description
  expect(named(first, 'V')).toBe('')
  expect(named(first, 'Standard ')).toBe('Regular admission')
  expect(named({ ...first!, description: 'By the stage' }, 'VIP')).toBe('By the stage')
  expect(named({ ...first!, id: 'saved' }, 'VIP')).toBe('Regular admission')
  expect(changeType(first!, { price: '5' }).description).toBe('Regular admission')
})
