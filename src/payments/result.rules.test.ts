import { describe, expect, test } from 'vitest'
import { isSetupFault, resultText } from './result.rules.ts'

/** Each known result code of a prompt, with M-Pesa's text for operators. */
const CODES: [code: string, wire: string, says: RegExp][] = [
  ['1', 'The balance is insufficient for the transaction.', /balance/],
  ['2', 'Declined due to limit rule.', /failed/],
  ['3', 'The amount is greater than the maximum transaction amount', /fewer tickets/],
  ['4', 'The transaction would exceed daily transfer limit', /daily/],
  ['8', 'The transaction would exceed the maximum balance', /failed/],
  ['11', 'The DebitParty is in an invalid state.', /failed/],
  ['12', 'The initiator is not allowed to initiate this request', /failed/],
  ['13', 'The CreditParty is invalid', /failed/],
  ['14', 'The account is invalid', /failed/],
  ['15', 'Duplicate Detected', /failed/],
  ['17', 'Rule limited', /two minutes/],
  ['21', 'The initiator is not allowed to initiate this request', /failed/],
  ['26', 'Traffic blocking condition in place', /busy/],
  ['1001', 'Unable to lock subscriber, a transaction is already in process', /Finish or close/],
  ['1019', 'Transaction has expired. No MO has been received', /ran out/],
  ['1025', 'An error occurred while sending a push request', /in a minute/],
  ['1031', 'Request cancelled by user', /cancelled/],
  ['1032', 'Request cancelled by user', /cancelled/],
  ['1036', 'SMSC ACK timeout', /in time/],
  ['1037', 'DS timeout user cannot be reached', /\*234#/],
  ['1101', 'The prompt prefix is too long', /failed/],
  ['1102', 'The prompt message is too long', /failed/],
  ['2001', 'The initiator information is invalid.', /PIN/],
  ['2006', 'Declined due to account rule', /failed/],
  ['2008', 'Authentication failed', /PIN/],
  ['2026', 'The session has expired', /session/],
  ['2028', 'The request is not permitted according to product assignment', /failed/],
  ['2040', 'Credit Party customer type not supported by the service', /failed/],
  ['8006', 'The security credential is locked', /Call 100/],
  ['9999', 'An error occurred while sending a push request', /in a minute/],
  ['SFC_IC0003', 'The operator does not exist', /failed/],
]

const JARGON =
  /initiator|subscriber|DS timeout|SMSC|\bMO\b|\bACK\b|push request|credential|party|traffic|rule|STK|USSD push|\bSFC|Daraja|error|code \d/i

describe('the text for a buyer', () => {
  test.each(CODES)(
    'the text for code %s ("%s") is plain and says what to do',
    (code, wire, says) => {
      const text = resultText(code).en
      expect(text).toMatch(says)
      expect(text).not.toMatch(JARGON)
      expect(text).not.toContain(wire)
      expect(text).toMatch(/^[A-Z].*\.$/)
      expect(text.length).toBeLessThan(160)
    },
  )

  test.each([
    ['an unknown code', '31337'],
    ['an error code', '500.001.1001'],
    ['an empty code', ''],
    ['the name of a method of every object', 'toString'],
    ['the name of the prototype', '__proto__'],
  ])('for %s the text says that the payment failed', (_what, code) => {
    expect(resultText(code)).toBe(resultText(null))
  })

  // spec: prompt-unanswered
  test('60 s without an answer are first of all a PIN that came too late', () => {
    expect(resultText('1037').en).toMatch(/^You didn't enter your PIN in time/)
    expect(resultText('1037').sw).toMatch(/^Hukuweka PIN kwa wakati/)
  })

  test('without a code the text says that the payment failed', () => {
    expect(resultText(null).en).toBe('Payment failed. Please try again.')
  })

  test.each([
    'busy',
    'unreachable',
    'other_payment',
    'too_many_prompts',
    'hold ended',
    'event_closed',
    'no_capacity',
    'code_used_up',
  ])('our own reason %s has a sentence of its own', (reason) => {
    expect(resultText(reason)).not.toBe(resultText(null))
    expect(resultText(reason).en).not.toMatch(JARGON)
  })
})

describe('isSetupFault', () => {
  test.each(['2', '8', '11', '12', '13', '14', '15', '21', '2006', '2028', 'SFC_IC0003'])(
    'code %s needs the operator',
    (code) => expect(isSetupFault(code)).toBe(true),
  )

  test.each(['0', '1', '17', '26', '1001', '1019', '1032', '1037', '2001', '8006', 'busy'])(
    'code %s does not, because the buyer can mend it',
    (code) => expect(isSetupFault(code)).toBe(false),
  )
})
