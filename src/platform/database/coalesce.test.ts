import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COALESCED_MAX, coalesce } from './coalesce.ts'

/** Work that waits to be let go on, and what was done together. */
function heldWork(again: (result: string) => 'together' | 'alone' | null = () => null) {
  const runs: number[][] = []
  let let_go = Promise.withResolvers<void>()
  const together = coalesce<number, string>({
    again,
    run: async (items) => {
      runs.push(items)
      await let_go.promise
      if (items.some((item) => item < 0)) throw new Error(`broken by ${items}`)
      return items.map((item, at) => (at === 0 ? `${item}` : `${item} behind others`))
    },
  })
  return {
    runs,
    together,
    goOn: () => let_go.resolve(),
    hold: () => (let_go = Promise.withResolvers()),
  }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

test('the first goes at once and alone; those that come meanwhile go together, in their order', async () => {
  const { runs, together, goOn } = heldWork()
  const all = numbers(0, COALESCED_MAX + 11).map((n) => together('a', n))
  expect(runs).toEqual([[0]])
  goOn()
  expect(await Promise.all(all)).toHaveLength(all.length)
  expect(runs).toEqual([[0], numbers(1, COALESCED_MAX), numbers(COALESCED_MAX + 1, 10)])
})

test('one key waits for no other, and once all is done the next goes at once', async () => {
  const { runs, together, goOn } = heldWork()
  const both = [together('a', 1), together('b', 2)]
  expect(runs).toEqual([[1], [2]])
  goOn()
  await Promise.all(both)
  expect(await together('a', 3)).toBe('3')
  expect(runs).toHaveLength(3)
})

test('what may have come of others before it is done alone', async () => {
  const { runs, together, goOn } = heldWork((result) => (/behind/.test(result) ? 'alone' : null))
  const all = [1, 2, 3].map((n) => together('a', n))
  goOn()
  expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  expect(runs).toEqual([[1], [2, 3], [3]])
})

test('what is left goes together once more, up to the next that goes alone', async () => {
  const alone = (result: string) => (/^5/.test(result) ? 'alone' : 'together')
  const { runs, together, goOn } = heldWork((result) =>
    /behind/.test(result) ? alone(result) : null,
  )
  const all = numbers(0, 9).map((n) => together('a', n))
  goOn()
  await Promise.all(all)
  expect(runs.slice(0, 6)).toEqual([[0], numbers(1, 8), [2, 3, 4], [3, 4], [4], [5]])
  expect(runs.slice(6)).toEqual([[6, 7, 8], [7, 8], [8]])
})

test('where nobody was settled each goes alone', async () => {
  const { runs, together, goOn } = heldWork(() => 'together')
  const all = numbers(0, 4).map((n) => together('a', n))
  goOn()
  await Promise.all(all)
  expect(runs).toEqual([[0], [1, 2, 3], [1], [2], [3]])
})

test('who is settled does not wait for those before them who are asked again', async () => {
  const order: string[] = []
  const again = Promise.withResolvers<string[]>()
  const together = coalesce<number, string>({
    again: (result) => (result === 'in doubt' ? 'alone' : null),
    run: async (items) => {
      if (items.length === 1 && items[0] === 2) return await again.promise
      return items.map((item) => (item === 2 ? 'in doubt' : 'settled'))
    },
  })
  const all = [1, 2, 3].map((n) => together('a', n).then((result) => order.push(`${n} ${result}`)))
  await Promise.all([all[0], all[2]])
  again.resolve(['settled alone'])
  await Promise.all(all)
  expect(order).toEqual(['1 settled', '3 settled', '2 settled alone'])
})

test('who breaks it fails alone, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (broken) => {
      const { together, goOn } = heldWork()
      const items = broken.map((isBroken, n) => (isBroken ? -n - 1 : n + 1))
      const all = items.map((item) => together('a', item))
      goOn()
      const ends = await Promise.allSettled(all)
      expect(ends.map((end) => end.status === 'rejected')).toEqual(broken)
    }),
  )
})

test('a database that is away is asked once for all of them', async () => {
  let runs = 0
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const first = Promise.withResolvers<string[]>()
  const together = coalesce<number, string>({
    again: () => null,
    run: (items) => {
      runs += 1
      return items[0] === 0 ? first.promise : Promise.reject(away)
    },
  })
  const all = numbers(0, 30).map((n) => together('a', n))
  first.resolve(['0'])
  const ends = await Promise.allSettled(all)
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(29)
  expect(runs).toBe(2)
})
