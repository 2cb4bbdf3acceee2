// spec: below-floor-error
import { expect, test, vi } from 'vitest'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

const report = (payload: object, address = '41.90.64.1') =>
  stage.app.inject({
    method: 'POST',
    url: '/api/functions/page-fault',
    payload,
    headers: { 'user-agent': 'Chrome/98' },
    remoteAddress: address,
  })

test('a report is logged with the kind of page and the browser, and without numbers and tokens', async () => {
  const warn = vi.spyOn(stage.deps.log, 'warn')
  for (const [page, shown] of [
    ['/event/5a17ca10-0002-4000-8000-000000000002', '/event'],
    ['/sw/t/0B0N31TFDZT00Q6G', '/sw/t'],
    ['/r/AbCdEf123', '/r'],
    ['/organizer/events/5a17ca10', '/organizer/events'],
    ['0712345678', ''],
  ] as const) {
    expect((await report({ page, fault: 'TypeError: x.toReversed' })).statusCode).toBe(204)
    const fault = 'TypeError: x.toReversed'
    const logged = [{ shown, fault, browser: 'Chrome/98' }, 'a page did not start']
    expect(warn.mock.lastCall).toEqual(logged)
  }
})

test('a report that is too long or incomplete is refused with its field', async () => {
  const long = await report({ page: '/', fault: 'x'.repeat(1001) })
  expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('fault')])
  const none = await report({ fault: 'x' })
  expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('page')])
})

test('one network is refused after ten reports in an hour, and all together after 300', async () => {
  const statuses = async (address: (n: number) => string, count: number) => {
    const all = []
    for (let n = 0; n < count; n += 1) {
      all.push((await report({ page: '/', fault: 'x' }, address(n))).statusCode)
    }
    return all
  }
  const one = await statuses(() => '41.90.64.9', 11)
  expect([one.filter((status) => status === 204).length, one.at(-1)]).toEqual([10, 429])
  const many = await statuses((n) => `41.90.65.${n % 250}`, 300)
  expect(many.filter((status) => status === 204).length).toBe(300 - 15)
})
