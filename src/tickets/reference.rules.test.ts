// spec: find-your-ticket-pasted
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearReceipts, readReference } from './reference.rules.ts'

const NUMBER = '0B0N31TFDZT00Q6G'

function messageOf(receipt: string, account = '0B0N31TF'): string {
  return `${receipt} Confirmed. Ksh900.00 sent to LANGO TICKETS for account ${account} on 22/11/26 at 3:00 PM New M-PESA balance is Ksh1,234.00. Transaction cost, Ksh0.00. Amount you can transact within the day is 499,100.00. Dial *334# or call 0722002100 to reverse.`
}

const nothing = { numbers: [], receipts: [], codes: [] }
const OTHER = 'SJK7Q2MNP4'

describe('typed or pasted text is read as', () => {
  it.each([
    ['a receipt', 'RG56TYHJ8K', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt, as it comes', '  rg56tyhj8k\n', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt with unseen signs', '\u2068RG56TYHJ8K\u2069', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt in groups', 'rg56 tyhj 8k', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt with dashes', 'RG56\u2011TYHJ-8K', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt in italics of WhatsApp', 'It is _RG56TYHJ8K_', { receipts: ['RG56TYHJ8K'] }],
    ['a phone number in groups', '0712 000 101', {}],
    ['TKT and a code', 'TKT 0B0N-31TF', { codes: ['0B0N31TF'] }],
    ['TKT and a receipt', 'TKT: RG56TYHJ8K', { receipts: ['RG56TYHJ8K'] }],
    ['TKT and a ticket number', 'tkt-0b0n 31tf dzt0 0q6g', { numbers: [NUMBER] }],
    ['a code that begins with TKT', 'TKT0 B0N3', { codes: ['TKT0B0N3'] }],
    ['a whole message', messageOf('RG56TYHJ8K'), { receipts: ['RG56TYHJ8K'], codes: ['0B0N31TF'] }],
    ['one in Swahili', 'RG56TYHJ8K Imethibitishwa. Ksh900.00', { receipts: ['RG56TYHJ8K'] }],
    ['a receipt without a digit', 'RGEFTYHJHK Confirmed. Ksh900.00', { receipts: ['RGEFTYHJHK'] }],
    ['no space before the word', 'RG56TYHJ8KConfirmed.Ksh900.00', { receipts: ['RG56TYHJ8K'] }],
    [
      'a line before it',
      `MPESA:\n${messageOf('RG56TYHJ8K')}`,
      { receipts: ['RG56TYHJ8K'], codes: ['0B0N31TF'] },
    ],
    [
      'two messages, the first of another shop',
      `${messageOf(OTHER, 'INV20260')}\n${messageOf('RG56TYHJ8K')}`,
      { receipts: [OTHER, 'RG56TYHJ8K'], codes: ['1NV20260', '0B0N31TF'] },
    ],
    [
      'a message of another shop, then a receipt alone',
      `${OTHER} Confirmed. Ksh50.00 sent to KPLC. Yours: rg56tyhj8k`,
      { receipts: [OTHER, 'RG56TYHJ8K'] },
    ],
    [
      'a receipt, then a message of another shop',
      `RG56TYHJ8K. Then ${OTHER} Confirmed. Ksh50.00 sent to KPLC.`,
      { receipts: [OTHER, 'RG56TYHJ8K'] },
    ],
    [
      'the same message twice',
      `${OTHER} Confirmed. Ksh50 ${OTHER} Confirmed. Ksh50`,
      { receipts: [OTHER] },
    ],
    [
      'an account that could be a receipt',
      messageOf('RG56TYHJ8K', 'INV2026001'),
      { receipts: ['RG56TYHJ8K', 'INV2026001'] },
    ],
    [
      'the part of a message that names an account first',
      'Ksh900 sent for account INV2026001. Receipt RG56TYHJ8K, 0712345678',
      { receipts: ['RG56TYHJ8K', 'INV2026001'] },
    ],
    ['phones and words alone', 'sent for account TICKETS, call 0712345678', {}],
    ['words', 'DROP TABLE TICKET', {}],
    ['a ticket number, as printed', '0b0n 31tf dzt0 0q6g', { numbers: [NUMBER] }],
    ['a ticket number with hyphens', '0B0N-31TF-DZT0-0Q6G', { numbers: [NUMBER] }],
    ['the address of a ticket', `https://lango.co.ke/t/${NUMBER}`, { numbers: [NUMBER] }],
    [
      'the SMS of a ticket',
      `Derby, Sun 3 Jan 4PM: 2 x VIP. Enter: Gate A. No. 0B0N 31TF DZT0 0Q6G. https://lango.co.ke/t/${NUMBER}`,
      { numbers: [NUMBER] },
    ],
    [
      'the address of a ticket behind another address',
      `https://elsewhere.example/t/concert https://lango.co.ke/t/${NUMBER}`,
      { numbers: [NUMBER] },
    ],
    [
      'the SMS of a ticket without its address',
      'Derby, Sun 3 Jan 4PM: 2 x VIP. Enter: Gate A. No. 0B0N 31TF DZT0 0Q6G. Keep it safe.',
      { numbers: [NUMBER] },
    ],
    ['the code of an order', '0b0n31tf', { codes: ['0B0N31TF'], receipts: ['0B0N31TF'] }],
    ['one in two parts, O for 0', 'ObOn-31tf', { codes: ['0B0N31TF'] }],
  ])('%s', (_what, typed, found) => {
    const read = readReference(typed)
    // A text of 6 to 20 letters and digits may be a receipt, so a ticket number that was typed
    // without spaces is listed as a receipt, too.
    if ('numbers' in found) expect(read.numbers).toEqual(found.numbers)
    else expect(read).toEqual({ ...nothing, ...found })
  })

  it('at most 30 receipts, so that no text asks for hundreds', () => {
    const all = Array.from({ length: 90 }, (_, n) => `RG56TY${String(n).padStart(4, '0')}`)
    const { receipts } = readReference(all.join(' '))
    expect(receipts).toEqual(all.slice(0, 30))
  })

  it('the receipt of any message is read, whatever text follows it', () => {
    const receipt = fc.stringMatching(/^[A-Z0-9]{10}$/)
    const rest = fc.string({ unit: 'grapheme', maxLength: 300 })
    fc.assert(
      fc.property(receipt, rest, (code, words) => {
        const typed = `${code} Confirmed. ${words.replaceAll('/', '')}`
        expect(readReference(typed).receipts[0]).toBe(code)
      }),
      { seed: 20261122, numRuns: 1000 },
    )
  })
})

// spec: find-your-ticket-typed
describe('receipts near a typed one', () => {
  const near = (typed: string) => nearReceipts(readReference(typed))

  it.each([
    ['RGO6TYHJ8K', 'RG06TYHJ8K'],
    ['RGS6TYHJ8K', 'RG56TYHJ8K'],
    ['RGl6TYHJ8K', 'RG16TYHJ8K'],
    ['RG06TYHJ8K', 'RGO6TYHJ8K'],
    ['tkt RGOSTYHJ8K', 'RG05TYHJ8K'],
  ])('%s may be %s', (typed, meant) => {
    expect(near(typed)).toContain(meant)
  })

  it('are none for a receipt without confused symbols, with many, or for a pasted message', () => {
    expect(near('RG66TYHJ8K')).toEqual([])
    expect(near('SOSO105O1K')).toEqual([])
    expect(near(`${messageOf('RGO6TYHJ8K')} ${messageOf(OTHER)}`)).toEqual([])
  })
})
