import { describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { pushPassword, readPushAnswer } from './stk-push.ts'

const json = (status: number, body: Record<string, unknown>): Answer => ({
  kind: 'json',
  status,
  body,
})
const other = (status: number, text: string): Answer => ({ kind: 'other', status, text })
const envelope = (status: number, errorCode: unknown, errorMessage: string): Answer =>
  json(status, { requestId: '1c5b-4ba8-815c-ac45c57a3db01495926', errorCode, errorMessage })

const ACCEPTED = {
  MerchantRequestID: 'a1b2-4c3d-9e8f-0123456789ab101',
  CheckoutRequestID: 'ws_CO_14032026193006123712000001',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
}

test("the password of Safaricom's example is right, with Nairobi's time", () => {
  const settings = {
    shortcode: '174379',
    passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  }
  expect(pushPassword(settings, new Date('2021-06-28T06:24:08Z'))).toEqual({
    Timestamp: '20210628092408',
    Password:
      'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4',
  })
})

test.each([
  ['just before midnight in Nairobi', '2026-12-31T20:59:59Z', '20261231235959'],
  ['midnight in Nairobi, still yesterday in UTC', '2026-12-31T21:00:00Z', '20270101000000'],
])('the timestamp is in Nairobi time: %s', (_when, at, stamp) => {
  const settings = { shortcode: '1', passkey: 'k' }
  expect(pushPassword(settings, new Date(at)).Timestamp).toBe(stamp)
})

describe('an accepted push', () => {
  test('an accepted push returns both ids and the raw response', () => {
    expect(readPushAnswer(json(200, ACCEPTED))).toEqual({
      kind: 'accepted',
      merchantRequestId: ACCEPTED.MerchantRequestID,
      checkoutRequestId: ACCEPTED.CheckoutRequestID,
      raw: ACCEPTED,
    })
  })

  test.each([
    ['the code is a number', { ...ACCEPTED, ResponseCode: 0 }],
    ['there is no merchant id', { ...ACCEPTED, MerchantRequestID: undefined }],
    ['ids are padded', { ...ACCEPTED, CheckoutRequestID: ` ${ACCEPTED.CheckoutRequestID} ` }],
  ])('an accepted push is read even if %s', (_what, body) => {
    expect(readPushAnswer(json(200, body))).toMatchObject({
      kind: 'accepted',
      checkoutRequestId: ACCEPTED.CheckoutRequestID,
    })
  })
})

const LOCKED =
  'Unable to lock subscriber, a transaction is already in process for the current subscriber'

describe('the consequence of a response for the prompt', () => {
  test.each<[string, Answer, string, string?]>([
    // In these cases it is certain that no prompt was sent.
    ['never connected', { kind: 'unreachable', reason: 'ECONNREFUSED' }, 'refused', 'unreachable'],
    [
      'an invalid field',
      envelope(400, '400.002.02', 'Bad Request - Invalid PhoneNumber'),
      'refused',
      '400.002.02',
    ],
    [
      'a payload it cannot read',
      envelope(400, '400.002.05', 'Invalid Request Payload'),
      'refused',
      '400.002.05',
    ],
    [
      'a token refused twice',
      envelope(404, '404.001.03', 'Invalid Access Token'),
      'refused',
      '404.001.03',
    ],
    [
      'a token refused by another proxy',
      envelope(401, '401.003.01', 'Error Occurred - Invalid Access Token - x'),
      'refused',
      '401.003.01',
    ],
    ['a wrong path', envelope(404, '404.001.01', 'Resource not found'), 'refused', '404.001.01'],
    [
      'a malformed header',
      envelope(404, '404.001.04', 'Invalid Authentication Header'),
      'refused',
      '404.001.04',
    ],
    ['a wrong method', envelope(405, '405.001', 'Method Not Allowed'), 'refused', '405.001'],
    [
      'a wrong password',
      envelope(500, '500.001.1001', '[MerchantValidate] - Wrong credentials'),
      'refused',
      '500.001.1001',
    ],
    [
      'an unknown shortcode',
      envelope(500, '500.001.1001', 'Merchant does not exist'),
      'refused',
      '500.001.1001',
    ],
    ['a prompt that is open already', envelope(500, '500.001.1001', LOCKED), 'refused', '1001'],
    [
      'an open prompt under another status',
      envelope(400, '500.001.1001', LOCKED.toUpperCase()),
      'refused',
      '1001',
    ],
    ['a code that is a number', envelope(500, 500.001, 'Something'), 'refused', '500.001'],
    [
      'a plain no with a code',
      json(200, { ResponseCode: '1', ResponseDescription: 'Rejected' }),
      'refused',
      '1',
    ],
    ['a plain no with a number', json(400, { ResponseCode: 2028 }), 'refused', '2028'],
  ])('%s: nothing reached the phone', (_what, answer, kind, code) => {
    expect(readPushAnswer(answer)).toMatchObject({ kind, code })
  })

  test.each<[string, Answer]>([
    ['spike arrest', envelope(500, '500.003.02', 'Error Occurred: Spike Arrest Violation')],
    ['busy', envelope(500, '500.003.02', 'System is busy. Please try again in few minutes.')],
    ['quota', envelope(500, '500.003.03', 'Quota Violation')],
    ['429 with an envelope', envelope(429, '500.003.02', 'Error Occurred')],
    ['429 with nothing', other(429, '')],
    ['429 with a page', other(429, '<html>Too Many Requests</html>')],
    [
      'the fault of the gateway in front',
      json(500, {
        fault: {
          faultstring: 'Spike arrest violation. Allowed rate : MessageRate',
          detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
        },
      }),
    ],
    [
      'a quota fault of that gateway',
      json(429, { fault: { faultstring: 'Rate limit quota violation. Quota limit exceeded.' } }),
    ],
  ])('%s: nothing reached the phone, and another try is worth it', (_what, answer) => {
    expect(readPushAnswer(answer).kind).toBe('later')
  })

  test.each<[string, Answer]>([
    ['a time-out', { kind: 'silent', reason: 'TimeoutError' }],
    ['a reset', { kind: 'silent', reason: 'ECONNRESET' }],
    ['an internal error of M-Pesa', envelope(500, '500.003.1001', 'Internal Server Error')],
    [
      'a page instead of JSON',
      other(503, '<html><h1>503 Service Temporarily Unavailable</h1></html>'),
    ],
    ['a page with 200', other(200, '<html>Request Rejected</html>')],
    ['a bare 500', other(500, '')],
    ['a bare 502', other(502, 'Bad Gateway')],
    ['an empty 200', other(200, '')],
    ['an empty object', json(200, {})],
    [
      'a fault of the gateway in front',
      json(500, { fault: { faultstring: 'Execution of ServiceCallout failed' } }),
    ],
    [
      'SOAP written as JSON',
      json(500, { Envelope: { Body: { Fault: { faultcode: 'env:Server' } } } }),
    ],
    ['accepted without an id', json(200, { ...ACCEPTED, CheckoutRequestID: '' })],
    ['an id without a code', json(200, { CheckoutRequestID: 'ws_CO_1' })],
    ['an id that is an object', json(200, { ...ACCEPTED, CheckoutRequestID: { id: 1 } })],
    ['a code in a 5xx', json(500, { ResponseCode: '1', ResponseDescription: 'Failed' })],
    ['an error code that is null', envelope(500, null, 'Something happened')],
  ])('%s: the prompt may be on the phone', (_what, answer) => {
    expect(readPushAnswer(answer).kind).toBe('unknown')
  })

  test('the raw response is kept, of any kind', () => {
    expect(readPushAnswer(other(503, '<html>')).raw).toEqual({ status: 503, text: '<html>' })
    const silent: Answer = { kind: 'silent', reason: 'ECONNRESET' }
    expect(readPushAnswer(silent).raw).toEqual(silent)
  })
})
