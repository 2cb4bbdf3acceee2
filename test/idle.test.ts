// Counts the SQL statements of an idle shop. Unlike durations, these counts do not depend on the
// machine.
import { beforeAll, expect, test } from 'vitest'
import { jobTimes } from '../src/platform/jobs/jobs.ts'
import { listSweeps } from '../src/worker.ts'
import { countStatements } from './count-statements.ts'
import { keepStage } from './stage.ts'

const stage = keepStage()
beforeAll(async () => {
  stage.clock.offsetMs = NOON - Date.now()
})

/** The time is noon, because sweeps for reminders run additional statements in the evening. */
const NOON = Date.parse('2031-01-15T12:00:00+03:00')

test('all sweeps that run every five seconds check for work in one statement, without a transaction', async () => {
  const { sweepMs } = jobTimes(stage.deps.timeScale)
  const often = listSweeps(stage.deps).filter(({ everyMs }) => everyMs <= sweepMs)
  expect(often.map(({ name }) => name)).toContain('holds past their end')
  const round = () => Promise.all(often.map(({ run }) => run()))
  await round()
  expect(await countStatements(round)).toEqual({ statements: 1, commits: 0 })
})
