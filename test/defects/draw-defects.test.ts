import { expect, test } from 'vitest'
import { drawDefects } from './draw-defects.ts'

const FILES = new Map([
  [
    'src/orders/stock.sql.ts',
    `export async function lockStock(tx, id, other) {
  await refuseClosed(tx)
  if (id < 2) return await read(id, other)
  try { return await read(id) } catch {}
  return await sql\`select from t where id = 1 for no key update of t, u\`.execute(tx)
}`,
  ],
  ['src/ui/pick.ts', 'export const pick = (a, b) => (a ? b : 0)'],
  ['src/orders/stock.test.ts', 'if (a < 2) await b'],
])

test('each kind of defect is one wrong change of a product file', () => {
  const defects = drawDefects(FILES, { seed: 1, count: 100, money: 100 })
  const changed = defects.map(({ path, line, kind, text }) => {
    const before = FILES.get(path)!.split('\n')
    expect(text.split('\n').filter((now, index) => now !== before[index])).toHaveLength(1)
    return [path, kind, text.split('\n')[line - 1]!.trim()].join(' | ').trim()
  })
  expect(changed.sort()).toEqual([
    'src/orders/stock.sql.ts | missing await | refuseClosed(tx)',
    'src/orders/stock.sql.ts | missing await | try { return read(id) } catch {}',
    'src/orders/stock.sql.ts | negated condition | if (!(id < 2)) return await read(id, other)',
    'src/orders/stock.sql.ts | off by one | if (id <= 2) return await read(id, other)',
    'src/orders/stock.sql.ts | removed guard |',
    'src/orders/stock.sql.ts | removed guard | return await sql`select from t where id = 1`.execute(tx)',
    'src/orders/stock.sql.ts | swapped arguments | if (id < 2) return await read(other, id)',
    'src/ui/pick.ts | negated condition | export const pick = (a, b) => (!(a) ? b : 0)',
  ])
})

test('the same seed draws the same defects, with the demanded share of money and stock', () => {
  const draw = (seed: number) => drawDefects(FILES, { seed, count: 5, money: 4 })
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(draw(7)).toHaveLength(5)
  expect(draw(7).filter(({ path }) => path.startsWith('src/orders/')).length).toBeGreaterThan(3)
})
