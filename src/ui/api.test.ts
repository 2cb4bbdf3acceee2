import { expect, test } from 'vitest'
import { callApi, type FetchApi, problemText } from './api.ts'

const answering =
  (body: string | null, init: ResponseInit): FetchApi =>
  async () =>
    new Response(body, init)
const callFor = (body: string | null, init: ResponseInit) => callApi(answering(body, init), '/')

test.each(['<html>502 Bad Gateway</html>', '', 'null', '"no"', '[1]', '{"error":{"code":1}}'])(
  'a refusal whose body is %j has no words, and is no lost network',
  async (body) => {
    const answer = await callFor(body, { status: 502, headers: { 'retry-after': '7' } })
    expect(answer).toEqual({ ok: false, status: 502, code: 'internal', error: '', retryAfter: 7 })
    expect(!answer.ok && problemText(answer, 'Failed to fetch event')).toBe('Failed to fetch event')
  },
)

test('an error has the text that the server sent', async () => {
  const answer = await callFor('{"error":"Sold out","code":"sold_out"}', { status: 409 })
  expect(answer).toMatchObject({ status: 409, code: 'sold_out' })
  expect(!answer.ok && problemText(answer, 'Failed')).toBe('Sold out')
})

test('a missing or incomplete response is a network error', async () => {
  const lost = await callApi(() => Promise.reject(new TypeError('network')), '/')
  const half = await callFor('{"id":', { status: 200 })
  for (const answer of [lost, half]) {
    expect(answer).toMatchObject({ ok: false, status: 0, code: 'network' })
    expect(!answer.ok && problemText(answer, 'Failed to save event')).toBe('Failed to save event')
  }
})
