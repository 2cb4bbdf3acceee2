// spec: argon2id-19-mib
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { makeFairTurns } from './fair-turns.ts'

/** Turns whose work ends when the test says so; `done` is who had one, in order. */
function scripted(bounds: Parameters<typeof makeFairTurns>[0]) {
  const turns = makeFairTurns(bounds)
  const done: string[] = []
  const refused: { name: string; code: string }[] = []
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const ask = (address: string, name = address) => {
    const work = async () => {
      most = Math.max(most, ++running)
      done.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
    }
    return turns.takeTurn(address, work).catch((error) => {
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
  return { ask, done, refused, endOne, drain, settle, turns, most: () => most }
}

const WIDE = { atOnce: 1, perAddress: 1000, all: 1000, rest: 0 }

describe('turns', () => {
  test('go round by address, and within one the oldest comes first', async () => {
    const { ask, done, drain } = scripted(WIDE)
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name[0]!, name)
    await drain()
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('of a newcomer come after one of each address, however many wait', async () => {
    const { ask, done, drain, endOne, settle } = scripted(WIDE)
    for (let i = 0; i < 500; i++) void ask('flood', `flood ${i}`)
    await settle()
    await endOne()
    void ask('newcomer')
    await drain()
    expect(done.indexOf('newcomer')).toBe(3)
  })

  test('are followed by a rest, for which who had one does not wait', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const rests: { ms: number; over: () => void }[] = []
    const turns = makeFairTurns({ ...WIDE, rest: 0.5 }, (over, ms) => rests.push({ ms, over }))
    const seen: string[] = []
    const take = async (name: string) => {
      await turns.takeTurn(name, async () => {
        seen.push(`${name} begins`)
        vi.advanceTimersByTime(40)
      })
      seen.push(`${name} has it`)
    }
    const first = take('one')
    const second = take('two')
    await first
    expect(seen).toEqual(['one begins', 'one has it'])
    expect(rests.map(({ ms }) => ms)).toEqual([20])
    rests[0]!.over()
    await second
    vi.useRealTimers()
    expect(seen.slice(2)).toEqual(['two begins', 'two has it'])
  })

  test('are so many at once', async () => {
    const { ask, drain, most } = scripted({ ...WIDE, atOnce: 2 })
    for (let i = 0; i < 9; i++) void ask(`a${i % 4}`)
    await drain()
    expect(most()).toBe(2)
  })

  test('whatever comes and goes: nobody waits for more than one turn of each other address', async () => {
    const moves = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null)), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(moves, async (history) => {
        const { ask, done, drain, endOne, settle } = scripted(WIDE)
        const asked: string[] = []
        for (const address of history) {
          if (address === null) await endOne()
          else {
            const name = `${address}${asked.length}`
            asked.push(name)
            void ask(address, name)
            await settle()
          }
        }
        await drain()
        expect([...done].sort()).toEqual([...asked].sort())
        for (const address of 'abcd') {
          const own = done.filter((name) => name.startsWith(address))
          // In the order in which they asked …
          expect(own).toEqual(asked.filter((name) => name.startsWith(address)))
          // … and between two of one address that both waited at most one of each other.
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

describe('a line that is full', () => {
  test('for one address is told at once, and others still find a place', async () => {
    const { ask, done, refused, drain, turns } = scripted({ ...WIDE, perAddress: 2 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name[0]!, name)
    expect(() => turns.expectRoom('a')).toThrow()
    expect(() => turns.expectRoom('b')).not.toThrow()
    await drain()
    expect(refused).toEqual([{ name: 'a4', code: 'too_many_requests' }])
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('for all: the address with the most gives way to one with fewer', async () => {
    const { ask, done, refused, drain, turns } = scripted({ ...WIDE, all: 4 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name)
    for (const name of ['b1', 'b2', 'b3']) void ask('b', name)
    expect(() => turns.expectRoom('c')).not.toThrow()
    void ask('c', 'c1')
    await drain()
    expect(refused.map(({ name }) => name)).toEqual(['b3', 'a5', 'a4', 'a3'])
    expect(refused.every(({ code }) => code === 'too_many_requests')).toBe(true)
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
  })

  test('gives all its turns back', async () => {
    const { ask, done, refused, drain } = scripted({ ...WIDE, perAddress: 1, all: 1 })
    for (let i = 0; i < 5; i++) void ask('a', `a${i}`)
    await drain()
    expect([done.length, refused.length]).toEqual([2, 3])
    void ask('a', 'again')
    await drain()
    expect(done.at(-1)).toBe('again')
  })
})
