import { describe, expect, test } from 'vitest'
import { answerInSwahili, inSwahili } from './swahili.rules.ts'

describe('an answer to a Swahili page', () => {
  test('says what people read in Swahili, and leaves codes and names as they are', () => {
    const answer = {
      error: 'These tickets are sold out.',
      code: 'sold_out',
      transaction: { event_title: 'These tickets are sold out.' },
      refund: { words: 'KES 1,500 will be refunded to the M-PESA number that paid by 14 Dec.' },
    }
    expect(answerInSwahili(answer)).toEqual({
      error: 'Tiketi hizi zimeisha.',
      code: 'sold_out',
      transaction: { event_title: 'These tickets are sold out.' },
      refund: { words: 'KES 1,500 zitarudishwa kwa nambari ya M-PESA iliyolipa kufikia 14 Dec.' },
    })
  })

  test('keeps what is put in, and stays English where there is no Swahili', () => {
    expect(inSwahili('Only 3 left')).toBe('Zimebaki 3 tu')
    expect(inSwahili('Nobody wrote this down')).toBe('Nobody wrote this down')
  })
})
