// spec: argon2id-19-mib
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { makeFairQueue } from './fair-queue.ts'

/** A queue whose tasks end when the test says so. `done` lists the tasks that ran, in order. */
function scripted(bounds: Parameters<typeof makeFairQueue>[0]) {
  const queue = makeFairQueue(bounds)
  const done: string[] = []
  const refused: { name: string; code: string }[] = []
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const add = (address: string, name = address) => {
    const work = async () => {
      most = Math.max(most, ++running)
      done.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
    }
    return queue.run(address, work).catch((error) => {
      refused.push({ name, code: error.code })
      if (error.retryAfter === undefined) throw error
    })
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const endOne = async () => {
    ends.shift()?.()
    await settle()
  }
  const drain = async () => {
    await settle()
    while (ends.length > 0) await endOne()
  }
  return { add, done, refused, endOne, drain, settle, queue, most: () => most }
}

const WIDE = { atOnce: 1, perAddress: 1000, all: 1000, rest: 0 }

describe('the slots of a queue', () => {
  test('go round by address, and for one address to the oldest task', async () => {
    const { add, done, drain } = scripted(WIDE)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name[0]!, name)
    await drain()
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('reach a new address after one task of each waiting address', async () => {
    const { add, done, drain, endOne, settle } = scripted(WIDE)
    for (let i = 0; i < 500; i++) void add('flood', `flood ${i}`)
    await settle()
    await endOne()
    void add('newcomer')
    await drain()
    expect(done.indexOf('newcomer')).toBe(3)
  })

  test('rest after each task, and the task returns before the rest', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const rests: { ms: number; over: () => void }[] = []
    const queue = makeFairQueue({ ...WIDE, rest: 0.5 }, (over, ms) => rests.push({ ms, over }))
    const seen: string[] = []
    const runAs = async (name: string) => {
      await queue.run(name, async () => {
        seen.push(`${name} begins`)
        vi.advanceTimersByTime(40)
      })
      seen.push(`${name} returns`)
    }
    const first = runAs('one')
    const second = runAs('two')
    await first
    expect(seen).toEqual(['one begins', 'one returns'])
    expect(rests.map(({ ms }) => ms)).toEqual([20])
    rests[0]!.over()
    await second
    vi.useRealTimers()
    expect(seen.slice(2)).toEqual(['two begins', 'two returns'])
  })

  test('run at most `atOnce` tasks at the same time', async () => {
    const { add, drain, most } = scripted({ ...WIDE, atOnce: 2 })
    for (let i = 0; i < 9; i++) void add(`a${i % 4}`)
    await drain()
    expect(most()).toBe(2)
  })

  test('make a task wait for at most one task of each other address, for any history', async () => {
    const moves = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null)), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(moves, async (history) => {
        const { add, done, drain, endOne, settle } = scripted(WIDE)
        const added: string[] = []
        for (const address of history) {
          if (address === null) await endOne()
          else {
            const name = `${address}${added.length}`
            added.push(name)
            void add(address, name)
            await settle()
          }
        }
        await drain()
        expect([...done].sort()).toEqual([...added].sort())
        for (const address of 'abcd') {
          const own = done.filter((name) => name.startsWith(address))
          // The tasks of one address run in the order in which they were added.
          expect(own).toEqual(added.filter((name) => name.startsWith(address)))
          // Between two waiting tasks of one address at most one task of each other address runs.
          for (const [at, name] of own.entries()) {
            const next = own[at + 1]
            if (!next || Number(next.slice(1)) > Number(name.slice(1)) + 1) continue
            const between = done.slice(done.indexOf(name) + 1, done.indexOf(next))
            const seen = between.map((other) => other[0])
            expect(new Set(seen).size).toBe(seen.length)
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a full queue', () => {
  test('refuses one address immediately, and accepts other addresses', async () => {
    const { add, done, refused, drain, queue } = scripted({ ...WIDE, perAddress: 2 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void add(name[0]!, name)
    expect(() => queue.expectCapacity('a')).toThrow()
    expect(() => queue.expectCapacity('b')).not.toThrow()
    await drain()
    expect(refused).toEqual([{ name: 'a4', code: 'too_many_requests' }])
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('refuses a task of the address with the most tasks for an address with fewer', async () => {
    const { add, done, refused, drain, queue } = scripted({ ...WIDE, all: 4 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void add('a', name)
    for (const name of ['b1', 'b2', 'b3']) void add('b', name)
    expect(() => queue.expectCapacity('c')).not.toThrow()
    void add('c', 'c1')
    await drain()
    expect(refused.map(({ name }) => name)).toEqual(['b3', 'a5', 'a4', 'a3'])
    expect(refused.every(({ code }) => code === 'too_many_requests')).toBe(true)
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
  })

  test('has free slots again after refusals', async () => {
    const { add, done, refused, drain } = scripted({ ...WIDE, perAddress: 1, all: 1 })
    for (let i = 0; i < 5; i++) void add('a', `a${i}`)
    await drain()
    expect([done.length, refused.length]).toEqual([2, 3])
    void add('a', 'later')
    await drain()
    expect(done.at(-1)).toBe('later')
  })
})
