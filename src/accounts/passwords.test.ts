// spec: argon2id-19-mib
import { hash, verify } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { makePasswordHasher } from './passwords.ts'

const running = { now: 0, most: 0, calls: 0, checked: [] as unknown[] }
const counted =
  <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
  async (...given: A): Promise<R> => {
    running.calls++
    running.checked.push(given[0])
    running.most = Math.max(running.most, ++running.now)
    try {
      return await work(...given)
    } finally {
      running.now--
    }
  }

const HERE = '192.0.2.1'

const countingHasher = () => makePasswordHasher({ hash: counted(hash), verify: counted(verify) })

describe('passwords', () => {
  test('are kept as Argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
    const hasher = countingHasher()
    const [one, two] = await Promise.all([
      hasher.hash('karibu-lango', HERE),
      hasher.hash('karibu-lango', HERE),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await hasher.verify(one, 'karibu-lango', HERE)).toBe(true)
    expect(await hasher.verify(one, 'karibu-lang0', HERE)).toBe(false)
  })

  test('of nobody are checked like those of somebody, and never right', async () => {
    const hasher = countingHasher()
    const before = running.calls
    expect(await hasher.verify(null, 'karibu-lango', HERE)).toBe(false)
    expect(running.calls - before).toBe(1)
    expect(running.checked.at(-1)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('are hashed two at once; who finds the queue full is sent away', async () => {
    const hasher = countingHasher()
    running.most = 0
    const tries = Array.from({ length: 40 }, (_, index) => hasher.hash(`password ${index}`, HERE))
    const outcomes = await Promise.allSettled(tries)
    expect(running.most).toBe(2)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', status: 503, retryAfter: 2 } })
    }
    // And the turns are all given back.
    expect(await hasher.hash('once more', HERE)).toMatch(/^\$argon2id/)
  })
})
