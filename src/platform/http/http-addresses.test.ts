import { beforeAll, describe, expect, test } from 'vitest'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let origin: string
beforeAll(async () => {
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
})

async function ask(method: string, path: string) {
  const answer = await fetch(origin + path, { method })
  return { status: answer.status, text: await answer.text() }
}

/** Expects no 5xx status, and that every refusal has the usual form of errors. */
function expectAnswered({ status, text }: { status: number; text: string }, what: string): void {
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  if (status < 400) return
  const body = JSON.parse(text)
  expect(body, what).toMatchObject({ error: expect.any(String), code: expect.any(String) })
}

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const ODD_ADDRESSES: [string, string][] = [
  ['an escape that is none', '/api/events/%zz'],
  ['bytes that are no text', '/api/events/%ff%fe'],
  ['half an escape', '/api/events/%'],
  ['half an escape in a field', '/api/events?cursor=%'],
  ['a zero byte', '/api/events?q=%00'],
  ['no text in a field', '/api/events?q=%ff'],
  ['a field twice', '/api/events?q=a&q=b'],
  ['30 February', '/api/events?from=2026-02-30'],
  ['days backwards', '/api/events?from=2026-12-31&to=2026-01-01'],
  ['the year 0', '/api/events?from=0000-01-01'],
  ['none', '/api/events?limit=0'],
  ['too many', '/api/events?limit=101'],
  ['a number in other words', '/api/events?limit=1e2'],
  ['neither true nor false', '/api/events?is_featured=maybe'],
  ['a cursor without an id', `/api/events?cursor=${cursor('soonest', '2026-02-28', '10:00:00')}`],
  ['a cursor of zero bytes', '/api/events?cursor=AAAA'],
  [
    'a cursor of 30 February',
    `/api/events?cursor=${cursor('soonest', '2026-02-30', '10:00:00', ID)}`,
  ],
  ['a cursor at 24:00', `/api/events?cursor=${cursor('soonest', '2026-11-21', '24:00:00', ID)}`],
  [
    'a cursor of the year 0',
    `/api/events?cursor=${cursor('soonest', '0000-01-01', '10:00:00', ID)}`,
  ],
  ['5,000 letters', `/api/events/${'x'.repeat(5000)}`],
  ['zeros for an order', `/api/orders/${'0'.repeat(36)}`],
  ['no number', '/api/functions/metadata'],
  ['a number of a zero byte', '/api/functions/metadata?ticket_number=%00'],
  ['a number of 101 symbols', `/api/functions/metadata?ticket_number=${'A'.repeat(101)}`],
  ['nothing there', '/api/no-such-thing'],
  ['a callback that is read', '/cb/p/x'],
  ['a way out of the folder', '/images/..%2f..%2fetc%2fpasswd'],
  ['a picture of a zero byte', '/images/%00.webp'],
]

describe('an address', () => {
  // spec: nothing-client-sends
  test.each(ODD_ADDRESSES)('%s: an odd address gets no 5xx', async (_what, path) => {
    expectAnswered(await ask('GET', path), path)
  })

  // spec: address-escape-none
  test.each(['%', '%zz', '100%', '%ff%fe'])('with the invalid escape %s is unknown', async (id) => {
    const { status, text } = await ask('GET', `/api/events/${id}`)
    expect(status).toBe(404)
    expect(JSON.parse(text).code).toBe('event_not_found')
  })

  // spec: refusal-names-field
  test.each([
    ['from', '/api/events?from=2026-02-30'],
    ['to', '/api/events?to=2026-13-01'],
    ['limit', '/api/events?limit=101'],
    ['cursor', '/api/events?cursor=AAAA'],
    ['ticket_number', '/api/functions/metadata'],
    ['q', '/api/events?q=%00'],
  ])('with an invalid %s is refused with the name of that field', async (field, path) => {
    const { status, text } = await ask('GET', path)
    expect(status).toBe(422)
    expect(JSON.parse(text)).toMatchObject({ code: 'invalid_field', field })
  })
})
