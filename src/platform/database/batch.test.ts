import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchByKey } from './batch.ts'

/** Work that waits until the test lets it continue, and the batches that it ran. */
function heldWork() {
  const runs: number[][] = []
  let let_go = Promise.withResolvers<void>()
  const batch = batchByKey<number, string>(async (items) => {
    runs.push(items)
    await let_go.promise
    if (items.some((item) => item < 0)) throw new Error(`broken by ${items}`)
    return items.map((item) => `${item}`)
  })
  return {
    runs,
    batch,
    goOn: () => let_go.resolve(),
    block: () => (let_go = Promise.withResolvers()),
  }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

test('the first call runs alone and immediately; calls that arrive while it runs form batches in their order', async () => {
  const { runs, batch, goOn } = heldWork()
  const all = numbers(0, 111).map((n) => batch('a', n))
  expect(runs).toEqual([[0]])
  goOn()
  expect(await Promise.all(all)).toHaveLength(all.length)
  expect(runs).toEqual([[0], numbers(1, 100), numbers(101, 10)])
})

test('an item that clashes with an earlier one begins the next batch', async () => {
  const runs: number[][] = []
  const isSame = (earlier: number, later: number) => earlier === later
  const batch = batchByKey<number, number>(async (items) => {
    runs.push(items)
    return items
  }, isSame)
  const all = [0, 1, 2, 1, 3, 3, 1].map((n) => batch('a', n))
  expect(await Promise.all(all)).toEqual([0, 1, 2, 1, 3, 3, 1])
  expect(runs).toEqual([[0], [1, 2], [1, 3], [3, 1]])
})

test('a key waits for no other key, and an idle key runs the next call immediately', async () => {
  const { runs, batch, goOn } = heldWork()
  const both = [batch('a', 1), batch('b', 2)]
  expect(runs).toEqual([[1], [2]])
  goOn()
  await Promise.all(both)
  expect(await batch('a', 3)).toBe('3')
  expect(runs).toHaveLength(3)
})

test('an item that fails its batch fails alone, at any position', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (broken) => {
      const { batch, goOn } = heldWork()
      const items = broken.map((isBroken, n) => (isBroken ? -n - 1 : n + 1))
      const all = items.map((item) => batch('a', item))
      goOn()
      const ends = await Promise.allSettled(all)
      expect(ends.map((end) => end.status === 'rejected')).toEqual(broken)
    }),
  )
})

test('a batch that meets a missing database fails as a whole, without another try', async () => {
  let runs = 0
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const first = Promise.withResolvers<string[]>()
  const batch = batchByKey<number, string>((items) => {
    runs += 1
    return items[0] === 0 ? first.promise : Promise.reject(away)
  })
  const all = numbers(0, 30).map((n) => batch('a', n))
  first.resolve(['0'])
  const ends = await Promise.allSettled(all)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(29)
  expect(runs).toBe(2)
})
