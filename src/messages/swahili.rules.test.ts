import { describe, expect, test } from 'vitest'
import { answerInSwahili, inSwahili } from './swahili.rules.ts'

describe('a response for a Swahili page', () => {
  test('has its texts in Swahili, and codes and names unchanged', () => {
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

  test('keeps its values, and stays English if the text has no translation', () => {
    expect(inSwahili('Only 3 left')).toBe('Zimebaki 3 tu')
    expect(inSwahili('Nobody wrote this down')).toBe('Nobody wrote this down')
  })
})
