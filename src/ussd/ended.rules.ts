import type { Line } from './layout.rules.ts'
import { type Frame, type Row, screenOf } from './menu.rules.ts'
import type { Purchase, RenderedScreen } from './navigation.rules.ts'
import type { EndedFor } from './screen-texts.text.ts'
import { ussdTexts } from './ussd.text.ts'

type EndedOrder = {
  state: string
  failure_code: string | null
  title: string
  /** True if M-Pesa may have taken money and has neither confirmed nor denied it yet. */
  is_money_unclear: boolean
  is_due_back: boolean
  /** True if a web order has several ticket types, which USSD cannot order again. */
  has_more_lines: boolean
}

export function endedScreen(frame: Frame, order: EndedOrder, purchase: Purchase): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const { state, title } = order
  const money = moneyOf(order)
  if (money !== null)
    return screenOf(frame, { head: [around(texts[money], title, texts.unnamed.event)] })
  const why = reasonOf(order.failure_code)
  const again: Row = { line: texts.tryAgain, to: { at: 'confirm', ...purchase } }
  const isFinal =
    why === 'closed' || why === 'replaced' || why === 'limited' || order.has_more_lines
  const rows = isFinal ? [] : [again]
  // An order whose tickets are still held has not ended.
  const isOver = state === 'expired' || why !== 'notTaken'
  const said = around(texts.orderEnded.replace('{why}', texts.why[why]), title, texts.unnamed.event)
  return screenOf(frame, { head: [isOver ? said : texts.notPaid], rows })
}

function moneyOf(order: EndedOrder): 'paidBack' | 'dueBack' | 'moneyUnclear' | null {
  if (order.state === 'refunded') return 'paidBack'
  if (order.state === 'refund_due' || order.is_due_back) return 'dueBack'
  return order.is_money_unclear ? 'moneyUnclear' : null
}

/**
 * Why a payment ended, for our own failure codes and for M-Pesa's result codes. 'notPrompted' means
 * that the phone never showed the prompt. After a code that is not listed, the phone did show the
 * prompt.
 */
const REASONS: ReadonlyMap<string, EndedFor> = new Map([
  ['busy', 'notPrompted'],
  ['unreachable', 'notPrompted'],
  ['other_payment', 'notPrompted'],
  ['too_many_prompts', 'notPrompted'],
  ['payment_open', 'notPrompted'],
  ['26', 'notPrompted'],
  ['1001', 'notPrompted'],
  ['1025', 'notPrompted'],
  ['9999', 'notPrompted'],
  ['sold_out', 'soldOut'],
  ['no_capacity', 'taken'],
  ['code_used_up', 'taken'],
  ['phone_limit', 'limited'],
  ['few_left', 'taken'],
  ['all_taken', 'taken'],
  ['event_closed', 'closed'],
  ['too_late', 'tooLate'],
  ['hold ended', 'tooLate'],
  ['replaced', 'replaced'],
] as const)

function reasonOf(code: string | null): EndedFor {
  return code === null ? 'tooLate' : (REASONS.get(code) ?? 'notTaken')
}

/** The event title is shortened if the screen has no room for it. */
function around(texts: string, title: string, instead: string): Line {
  const [before = '', after = ''] = texts.split('{title}')
  return { before, name: title, after, instead }
}
