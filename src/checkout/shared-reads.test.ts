import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** A source whose reads end when the test ends them. */
function makeSource(pauseMs = 60_000) {
  const reads: { keys: string[]; end: (text: string) => void; fail: (error: Error) => void }[] = []
  const read = shareReads((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const end = (text: string) => resolve(new Map(keys.map((key) => [key, `${key} ${text}`])))
    reads.push({ keys, end, fail: reject })
    return promise
  }, pauseMs)
  return { reads, read }
}

test('a thousand callers that arrive during a read share the next one', async () => {
  const { reads, read } = makeSource()
  const first = read('a')
  const others = Array.from({ length: 1000 }, () => read('a'))
  expect(reads).toHaveLength(1)
  reads[0]!.end('before')
  expect(await first).toBe('a before')
  // The two callers share a read that begins after their calls.
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.end('after')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['a after']))
})

test('callers for different keys share a read, and each gets its own value', async () => {
  const { reads, read } = makeSource()
  const answers = ['a', 'b', 'c'].map((key) => read(key))
  expect(reads.map(({ keys }) => keys)).toEqual([['a']])
  reads[0]!.end('1')
  await expect.poll(() => reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
  reads[1]!.end('2')
  expect(await Promise.all(answers)).toEqual(['a 1', 'b 2', 'c 2'])
})

test('an unknown key returns null', async () => {
  const none = shareReads(async () => new Map<string, string>(), 0)
  expect(await none('a')).toBeNull()
})

test('a failed read fails only its own callers', async () => {
  const { reads, read } = makeSource()
  const [first, second] = [read('a'), read('a')]
  reads[0]!.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]!.end('there')
  expect(await second).toBe('a there')
})

test('the next caller after all reads begins a read immediately', async () => {
  const { reads, read } = makeSource()
  for (const [at, text] of ['one', 'two'].entries()) {
    const answer = read('a')
    reads[at]!.end(text)
    expect(await answer).toBe(`a ${text}`)
  }
})

test("callers of 'soon' wait for the pause, or share the read of a caller of 'now'", async () => {
  const { reads, read } = makeSource()
  const first = read('a', 'soon')
  reads[0]!.end('1')
  await first
  const patient = ['b', 'c'].map((key) => read(key, 'soon'))
  expect(reads).toHaveLength(1)
  const hurried = read('d')
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'd']])
  reads[1]!.end('2')
  expect(await Promise.all([...patient, hurried])).toEqual(['b 2', 'c 2', 'd 2'])
})

test("a read for 'soon' begins after the pause without another caller", async () => {
  const { reads, read } = makeSource(1)
  for (const text of ['one', 'two']) {
    const answer = read('a', 'soon')
    await expect.poll(() => reads.length).toBe(text === 'one' ? 1 : 2)
    reads.at(-1)!.end(text)
    expect(await answer).toBe(`a ${text}`)
  }
})
