// spec: find-your-ticket-pasted
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReference } from './reference.rules.ts'

const NUMBER = '0B0N31TFDZT00Q6G'

function messageOf(receipt: string, account = '0B0N31TF'): string {
  return `${receipt} Confirmed. Ksh900.00 sent to LANGO TICKETS for account ${account} on 22/11/26 at 3:00 PM New M-PESA balance is Ksh1,234.00. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,100.00. Dial *334# or call 0722002100 to reverse.`
}

const nothing = { number: null, receipt: null, code: null }

describe('typed or pasted text is read as', () => {
  it.each([
    ['a receipt', 'RG56TYHJ8K', { receipt: 'RG56TYHJ8K' }],
    ['a receipt, as it comes', '  rg56tyhj8k\n', { receipt: 'RG56TYHJ8K' }],
    ['a whole message', messageOf('RG56TYHJ8K'), { receipt: 'RG56TYHJ8K' }],
    ['one in Swahili', 'RG56TYHJ8K Imethibitishwa. Ksh900.00', { receipt: 'RG56TYHJ8K' }],
    ['a receipt without a digit', messageOf('RGEFTYHJHK'), { receipt: 'RGEFTYHJHK' }],
    ['no space before the word', 'RG56TYHJ8KConfirmed.Ksh900.00', { receipt: 'RG56TYHJ8K' }],
    ['a line before it', `MPESA:\n${messageOf('RG56TYHJ8K')}`, { receipt: 'RG56TYHJ8K' }],
    [
      'an account that could be a receipt',
      messageOf('RG56TYHJ8K', 'INV2026001'),
      { receipt: 'RG56TYHJ8K' },
    ],
    [
      'the part of a message that names no account first',
      'Ksh900 sent for account INV2026001. Receipt RG56TYHJ8K, 0712345678',
      { receipt: 'RG56TYHJ8K' },
    ],
    ['codes and phones alone', 'sent for account INV2026001, call 0712345678 or TICKETS', {}],
    ['words', 'DROP TABLE TICKET', {}],
    ['a ticket number, as printed', '0b0n 31tf dzt0 0q6g', { number: NUMBER }],
    ['a ticket number with hyphens', '0B0N-31TF-DZT0-0Q6G', { number: NUMBER }],
    ['the address of a ticket', `https://lango.co.ke/t/${NUMBER}`, { number: NUMBER }],
    [
      'the SMS of a ticket',
      `Derby, Sun 3 Jan 4PM: 2 x VIP. Enter: Gate A. No. 0B0N 31TF DZT0 0Q6G. https://lango.co.ke/t/${NUMBER}`,
      { number: NUMBER },
    ],
    ['the code of an order', '0b0n31tf', { code: '0B0N31TF', receipt: '0B0N31TF' }],
    ['one in two parts, O for 0', 'ObOn-31tf', { code: '0B0N31TF' }],
  ])('%s', (_what, typed, found) => {
    const read = readReference(typed)
    // Ticket numbers are as long as M-Pesa receipts used to be, so a text may be either.
    if ('number' in found) expect(read.number).toBe(found.number)
    else expect(read).toEqual({ ...nothing, ...found })
  })

  it('the receipt of any message is read, whatever text follows it', () => {
    const receipt = fc.stringMatching(/^[A-Z0-9]{10}$/)
    const rest = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(receipt, rest, (code, words) => {
        const typed = `${code} Confirmed. ${words.replaceAll('/', '')}`
        expect(readReference(typed).receipt).toBe(code)
      }),
      { seed: 20261122, numRuns: 1000 },
    )
  })
})
