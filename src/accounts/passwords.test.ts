// spec: argon2id-19-mib
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HASHING_LIMITS, makeHashing, makePasswordHasher } from './passwords.ts'

const running = { now: 0, most: 0, calls: 0, checked: [] as unknown[] }
const counted =
  <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    running.calls++
    running.checked.push(args[0])
    running.most = Math.max(running.most, ++running.now)
    try {
      return await work(...args)
    } finally {
      running.now--
    }
  }

const HERE = '192.0.2.1'

const { hash, verify } = makeHashing()
const countingHasher = () => makePasswordHasher({ hash: counted(hash), verify: counted(verify) })

describe('passwords', () => {
  test('are stored as Argon2id with 19 MiB and two passes, each with its own salt', async () => {
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

  test('of unknown accounts are compared like other passwords, and never match', async () => {
    const hasher = countingHasher()
    const before = running.calls
    expect(await hasher.verify(null, 'karibu-lango', HERE)).toBe(false)
    expect(running.calls - before).toBe(1)
    expect(running.checked.at(-1)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('are hashed one at a time, and refused if the queue of their address is full', async () => {
    const hasher = countingHasher()
    running.most = 0
    const tries = Array.from({ length: HASHING_LIMITS.perAddress + 3 }, (_, index) =>
      hasher.hash(`password ${index}`, HERE),
    )
    // A password from another IP address is hashed before the waiting passwords.
    tries.push(hasher.hash('password elsewhere', '192.0.2.2'))
    const outcomes = await Promise.allSettled(tries)
    expect(running.most).toBe(1)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const outcome of refused) {
      expect(outcome).toMatchObject({
        reason: { code: 'too_many_requests', status: 429, retryAfter: 2 },
      })
    }
    // The finished passwords have left the queue, so the hasher accepts a further password.
    expect(await hasher.hash('once more', HERE)).toMatch(/^\$argon2id/)
  })

  test('are hashed by a thread with a lower priority than requests', async () => {
    const before = lowTasks()
    expect(await makePasswordHasher().hash('karibu-lango', HERE)).toMatch(/^\$argon2id/)
    // On other systems threads have no priority of their own.
    expect(lowTasks() - before).toBe(process.platform === 'linux' ? 1 : 0)
  })

  test('reject if their hash is malformed, and the next password is compared', async () => {
    const hasher = makePasswordHasher()
    await expect(hasher.verify('no hash', 'karibu-lango', HERE)).rejects.toThrow()
    const hashed = await hasher.hash('karibu-lango', HERE)
    expect(await hasher.verify(hashed, 'karibu-lango', HERE)).toBe(true)
  })
})

/** The number of threads of this process with the lowest priority. */
function lowTasks(): number {
  if (process.platform !== 'linux') return 0
  const stats = readdirSync('/proc/self/task').map((id) =>
    readFileSync(`/proc/self/task/${id}/stat`, 'utf8'),
  )
  // In /proc the name may hold any character; after the name the nice value is field 17.
  return stats.filter((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] === '19')
    .length
}
