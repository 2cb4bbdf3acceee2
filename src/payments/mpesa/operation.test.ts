import { expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { type DarajaResult, readDarajaResult } from './operation.ts'
import { readUrlsAnswer } from './register-urls.ts'

const json = (status: number, body: Record<string, unknown>): Answer => ({
  kind: 'json',
  status,
  body,
})
const error = (status: number, errorCode: string, errorMessage = 'x') =>
  json(status, { requestId: '1', errorCode, errorMessage })
const IDS = { OriginatorConversationID: 'o-1', ConversationID: 'AG_1' }

test.each<[string, Answer, Partial<DarajaResult>]>([
  [
    'taken',
    json(200, { ...IDS, ResponseCode: '0' }),
    { kind: 'accepted', originatorConversationId: 'o-1', conversationId: 'AG_1' },
  ],
  [
    'taken, with a code that is a number',
    json(200, { ...IDS, ResponseCode: 0 }),
    { kind: 'accepted' },
  ],
  ['a plain no', json(200, { ...IDS, ResponseCode: '1' }), { kind: 'refused', code: '1' }],
  [
    'a repeated id',
    error(500, '500.002.1001', 'Duplicate OriginatorConversationID.'),
    { kind: 'duplicate' },
  ],
  ['a wrong field', error(400, '400.002.02'), { kind: 'refused', code: '400.002.02' }],
  ['a wrong token', error(401, '401.002.01'), { kind: 'refused', code: '401.002.01' }],
  ['a wrong path', error(404, '404.001.01'), { kind: 'refused', code: '404.001.01' }],
  ['never arrived', { kind: 'unreachable', reason: 'x' }, { kind: 'refused', code: 'unreachable' }],
  ['too many', json(429, {}), { kind: 'later' }],
  ['too many, as 500', error(500, '500.003.02', 'Spike Arrest Violation'), { kind: 'later' }],
  ['busy', error(500, '500.003.02', 'System is busy. Please try again'), { kind: 'later' }],
  // In each of these cases M-Pesa may have accepted the operation.
  ['silence', { kind: 'silent', reason: 'x' }, { kind: 'unknown' }],
  ['an internal error', error(500, '500.003.1001'), { kind: 'unknown' }],
  ['maintenance, under the code of a duplicate', error(500, '500.002.1001'), { kind: 'unknown' }],
  ['a page', { kind: 'other', status: 503, text: '<html>' }, { kind: 'unknown' }],
  ['no ids', json(200, { ResponseCode: '0' }), { kind: 'unknown' }],
  ['nothing in it', json(200, {}), { kind: 'unknown' }],
  ['a no with 500', json(500, { ResponseCode: '1' }), { kind: 'unknown' }],
])('the response to an operation is read: %s', (_what, answer, expected) => {
  expect(readDarajaResult(answer)).toMatchObject(expected)
})

test.each<[string, Answer, object]>([
  ['registered', json(200, { ResponseCode: '0' }), { kind: 'registered', already: false }],
  [
    'before',
    error(500, '500.003.1001', 'Urls are already registered.'),
    { kind: 'registered', already: true },
  ],
  ['a wrong field', error(400, '400.002.02'), { kind: 'refused', code: '400.002.02' }],
  ['a plain no', json(200, { ResponseCode: '1' }), { kind: 'refused', code: '1' }],
  ['never arrived', { kind: 'unreachable', reason: 'x' }, { kind: 'refused', code: 'unreachable' }],
  ['too many', json(429, {}), { kind: 'later' }],
  ['an internal error', error(500, '500.003.1001', 'Internal Server Error'), { kind: 'unknown' }],
  ['silence', { kind: 'silent', reason: 'x' }, { kind: 'unknown' }],
  ['a page', { kind: 'other', status: 503, text: '<html>' }, { kind: 'unknown' }],
])('the response to a registration is read: %s', (_what, answer, expected) => {
  expect(readUrlsAnswer(answer)).toMatchObject(expected)
})
