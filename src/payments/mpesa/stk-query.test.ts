import { describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { readQueryAnswer as readAnswer } from './stk-query.ts'

const readQueryAnswer = (answer: Answer) => readAnswer(answer, 'ws_CO_1')

const json = (status: number, body: Record<string, unknown>): Answer => ({
  kind: 'json',
  status,
  body,
})
const other = (status: number, text: string): Answer => ({ kind: 'other', status, text })
const envelope = (status: number, errorCode: string, errorMessage: string): Answer =>
  json(status, { requestId: '30764-19833054-1', errorCode, errorMessage })
const done = (ResultCode: unknown, ResultDesc: string, about: object = {}): Answer =>
  json(200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: 'm-1',
    CheckoutRequestID: 'ws_CO_1',
    ResultCode,
    ResultDesc,
    ...about,
  })

describe('a query', () => {
  test.each([
    ['"0"', '0'],
    ['0', 0],
  ])('a query with the code %s proves the payment', (_what, code) => {
    for (const words of ['The service request is processed successfully.', 'Processing done']) {
      expect(readQueryAnswer(done(code, words))).toEqual({ kind: 'paid' })
    }
  })

  test.each([
    ['1', 'The balance is insufficient for the transaction.'],
    ['1032', 'Request cancelled by user'],
    ['1037', 'DS timeout user cannot be reached'],
    ['2001', 'The initiator information is invalid.'],
    [
      '1001',
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    ],
    ['SFC_IC0003', 'The operator does not exist'],
  ])('a query with the code %s proves the failure', (code, words) => {
    expect(readQueryAnswer(done(code, words))).toEqual({ kind: 'failed', code })
  })

  test("a failure is read with a numeric code, and for a push that was 'accepted for processing'", () => {
    expect(readQueryAnswer(done(1032, 'Request cancelled by user'))).toEqual({
      kind: 'failed',
      code: '1032',
    })
    const answer = json(200, {
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      ResultCode: '1032',
      ResultDesc: 'Request cancelled by user',
    })
    expect(readQueryAnswer(answer)).toEqual({ kind: 'failed', code: '1032' })
  })

  test.each<[string, Answer]>([
    ['as HTTP 500', envelope(500, '500.001.1001', 'The transaction is being processed')],
    ['as HTTP 400', envelope(400, '500.001.1001', 'The transaction is being processed')],
    ['with 200 and a code', done('4999', 'The transaction is still under processing')],
    ['with 200 and only the code', done('4999', '')],
    [
      'with 200 and only the words',
      json(200, { ResultDesc: 'The transaction is still under processing' }),
    ],
    ['in other words', done('1', 'Transaction is still processing')],
    ['as plain text', other(500, 'The transaction is being processed')],
  ])('a query may report %s that the buyer has not finished', (_what, answer) => {
    expect(readQueryAnswer(answer)).toEqual({ kind: 'pending' })
  })

  test.each<[string, Answer]>([
    ['never connected', { kind: 'unreachable', reason: 'ECONNREFUSED' }],
    ['a time-out', { kind: 'silent', reason: 'TimeoutError' }],
    ['an unknown id', envelope(400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID')],
    ['wrong credentials', envelope(500, '500.001.1001', 'Wrong credentials')],
    ['an internal error', envelope(500, '500.003.1001', 'Internal Server Error')],
    ['spike arrest', envelope(500, '500.003.02', 'Error Occurred: Spike Arrest Violation')],
    ['a page', other(503, '<html>503</html>')],
    ['an empty 200', other(200, '')],
    ['no code', json(200, { ResponseCode: '0' })],
    ['a code that is an object', json(200, { ResultCode: { code: 0 } })],
    ['a success under an error status', json(500, { ResultCode: '0' })],
    ['a success of another request', done('0', 'Done', { CheckoutRequestID: 'ws_CO_2' })],
    ['the code 00', done('00', 'Done')],
    ['a word as code', done('Success', 'Done')],
    ['a failure of another request', done('1032', 'No', { CheckoutRequestID: 'ws_CO_2' })],
    ['a success of no request', done('0', 'Done', { CheckoutRequestID: undefined })],
    ['a failure under an error status', json(400, { ResultCode: '1032' })],
  ])('a query proves nothing after %s', (_what, answer) => {
    expect(readQueryAnswer(answer).kind).toBe('unclear')
  })
})
