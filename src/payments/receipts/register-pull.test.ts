import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { registerForPull } from './register-pull.ts'

let stage: Stage
beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

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
