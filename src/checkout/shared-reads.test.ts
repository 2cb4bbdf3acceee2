import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** A source whose reads end when the test says so. */
function makeSource() {
  const reads: PromiseWithResolvers<string>[] = []
  const read = shareReads(() => {
    reads.push(Promise.withResolvers<string>())
    return reads.at(-1)!.promise
  })
  return { reads, read }
}

test('a thousand who ask while one read is under way share the next one', async () => {
  const { reads, read } = makeSource()
  const first = read('a')
  const others = Array.from({ length: 1000 }, () => read('a'))
  expect(reads).toHaveLength(1)
  reads[0]!.resolve('before')
  expect(await first).toBe('before')
  // Theirs begins after they asked.
  expect(reads).toHaveLength(2)
  reads[1]!.resolve('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['after']))
})

test('a read that failed is nobody else’s', async () => {
  const { reads, read } = makeSource()
  const [first, second] = [read('a'), read('a')]
  reads[0]!.reject(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  reads[1]!.resolve('there')
  expect(await second).toBe('there')
})

test('once nobody reads, the next who asks begins a read of their own', async () => {
  const { reads, read } = makeSource()
  for (const [at, text] of ['one', 'two'].entries()) {
    const answer = read('a')
    reads[at]!.resolve(text)
    expect(await answer).toBe(text)
  }
})

test('what is read of one is not shared with another', () => {
  const { reads, read } = makeSource()
  read('a')
  read('b')
  expect(reads).toHaveLength(2)
})
