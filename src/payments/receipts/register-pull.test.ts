import { expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { registerForPull } from './register-pull.ts'

const stage = keepStage()

test('processes that start together register for Pull Transactions once, and again after a failure', async () => {
  let calls = 0
  let isUp = false
  const daraja = {
    registerPull: async () => {
      calls += 1
      return isUp
    },
  }
  const env = { ...stage.env, production: true }
  const start = async () => {
    calls = 0
    await registerForPull({ ...stage.deps, env, daraja, timeScale: 0.01 })
    return calls
  }
  expect(await start()).toBe(5)
  isUp = true
  expect([await start(), await start(), await start()]).toEqual([1, 0, 0])
  stage.pass(3600_000)
  expect([await start(), await start()]).toEqual([1, 0])
})

test('a registration that fails or is cut short is repeated by a later start, and another number has its own', async () => {
  await stage.db.deleteFrom('rate_slot').execute()
  const numbers: string[] = []
  const start = async (registerPull: () => Promise<boolean>, nominatedNumber = '254700000001') => {
    const env = { ...stage.env, production: true, mpesa: { ...stage.env.mpesa, nominatedNumber } }
    const daraja = {
      registerPull: async () => {
        numbers.push(nominatedNumber)
        return await registerPull()
      },
    }
    await registerForPull({ ...stage.deps, env, daraja, timeScale: 0.01 })
  }
  await start(async () => false)
  expect(numbers.splice(0)).toHaveLength(5)
  // The process is killed before M-Pesa responds, so this promise never settles.
  await new Promise<void>((begun) => {
    void start(() => {
      begun()
      return new Promise(() => {})
    })
  })
  stage.pass(60_000)
  await start(async () => true)
  await start(async () => true)
  expect(numbers).toHaveLength(2)
  await start(async () => true, '254700000002')
  expect(numbers).toHaveLength(3)
})

test('a database that goes away during the registration does not end the process, which tries again', async () => {
  const env = { ...stage.env, production: true }
  let calls = 0
  const daraja = {
    registerPull: async () => {
      calls += 1
      if (calls === 1) throw new Error('the database system is starting up')
      return true
    },
  }
  await stage.db.deleteFrom('rate_slot').execute()
  await registerForPull({ ...stage.deps, env, daraja, timeScale: 0.01 })
  expect(calls).toBe(2)
  const away = openDatabase('postgres://nobody@127.0.0.1:9/nothing', 1)
  await registerForPull({ ...stage.deps, db: away, env, daraja, timeScale: 0.01 })
  await away.destroy()
  expect(calls).toBe(2)
})
