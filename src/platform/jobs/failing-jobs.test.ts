// spec: work-fails-again
import { expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'
import { gaugeFailingJobs } from './sweeps.ts'

const stage = keepStage()

async function readFailing(): Promise<string[]> {
  await gaugeFailingJobs(stage.deps)
  const { payload } = await stage.app.inject({ url: '/metrics' })
  return payload.split('\n').filter((line) => line.includes('"failing_job"'))
}

test('the metric of failing jobs counts jobs that keep failing, with the age of the oldest', async () => {
  const job = { name: 'test.job', lane: 'send', payload: '{}' }
  const hourAgo = new Date(Date.now() - 3_600_000)
  await stage.db
    .insertInto('job')
    .values([
      { ...job, attempts: 0 },
      { ...job, attempts: 4, failures: 4, last_error: 'no' },
      // This job failed only once, but its handler has often postponed it.
      { ...job, attempts: 50 },
      { ...job, attempts: 50, failures: 1, last_error: 'no' },
    ])
    .execute()
  expect(await readFailing()).toEqual([
    'lango_overdue{what="failing_job"} 0',
    'lango_overdue_oldest_seconds{what="failing_job"} 0',
  ])
  const stuck = { ...job, attempts: 5, failures: 5, last_error: 'no', created_at: hourAgo }
  await stage.db.insertInto('job').values(stuck).execute()
  const [count, age] = await readFailing()
  expect(count).toBe('lango_overdue{what="failing_job"} 1')
  expect(Number(age!.split(' ')[1])).toBeGreaterThanOrEqual(3600)
})
