import { expect, test } from 'vitest'
import { addedPool } from '../types/unit-draft.rules.ts'
import { poolFaults } from './pool.rules.ts'

const pool = (name: string, quantity = '10') => ({ ...addedPool(name), name, quantity })

// spec: form-pools
test('the form finds the faults of pools as the server does, with names folded as stored', () => {
  const hall = pool('Main hall')
  expect(poolFaults([hall, pool('Lawn')])).toEqual([])
  // A stored name has one space per run of whitespace, and one code point per accented letter.
  for (const [name, twin] of [
    ['Main hall', ' MAIN  hall '],
    ['Main hall', 'main\thall'],
    ['Café', 'cafe\u0301'],
  ] as const) {
    expect(poolFaults([pool(name), pool(twin)])).toEqual([
      { text: 'Give each shared capacity a name of its own', field: 'pools.1.name' },
    ])
  }
  expect(poolFaults([pool('\u0007 ')])).toMatchObject([{ field: 'pools.0.name' }])
  for (const quantity of ['', '0', '1.5', 'x']) {
    expect(poolFaults([pool('Hall', quantity)])).toMatchObject([{ field: 'pools.0.quantity' }])
  }
})
