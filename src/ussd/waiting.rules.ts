// Screens for a caller who dials again while an order waits for payment. The states are those of
// the web's waiting page.
import { formatKesAndCents } from '../platform/values/money.rules.ts'
import { localPhone } from '../platform/values/phone.rules.ts'
import { linesToPay, type ToPay, untilText } from './buying.rules.ts'
import type { Line } from './layout.rules.ts'
import { type Frame, type Row, screenOf } from './menu.rules.ts'
import type { RenderedScreen } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { ussdTexts } from './ussd.text.ts'

export type WaitingOrder = ToPay & {
  id: string
  phase: 'by_hand' | 'in_line' | 'prompted' | 'checking' | 'confirming'
  /** The number to prompt when the current prompt has ended. Null if there is none. */
  nextPhone: string | null
  /** Whether the caller may switch to another number. */
  takesOther: boolean
}

export function waitingScreen(frame: Frame, order: WaitingOrder): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const { id, phase, takesOther } = order
  const rows: Row[] = []
  // No prompt reaches a line of the other network whose wallet pays.
  if (phase === 'by_hand' && order.wallet === null)
    rows.push({ line: texts.askForPin, to: { at: 'prompted_again', id } })
  if (takesOther) rows.push({ line: texts.otherPhone, to: { at: 'renumber', id } })
  return screenOf(frame, { head: linesWaiting(texts, order), rows })
}

export function linesWaiting(texts: Texts, order: WaitingOrder): Line[] {
  const { phase, nextPhone } = order
  const phone = localPhone(order.phone)
  if (phase === 'by_hand') return linesToPay(texts, order)
  if (nextPhone !== null) {
    const out = phase === 'prompted' ? texts.leaveIt(phone) : sayWhere(texts, order)
    return [out, texts.nextPrompt(localPhone(nextPhone))]
  }
  const { business, account, paybillUntil } = order
  // The web page has the same rule: no paybill details while M-Pesa may still prompt, so that no
  // buyer pays twice.
  const isByHand = phase === 'confirming' && business !== null && paybillUntil !== null
  const until = isByHand ? untilText(paybillUntil) : ''
  const byHand = isByHand ? [texts.byHandAfter({ until, business, account })] : []
  return [sayWhere(texts, order), ...byHand]
}

function sayWhere({ waiting }: Texts, { phase, phone, amountKes }: WaitingOrder): string {
  return phase === 'by_hand' ? '' : waiting[phase](formatKesAndCents(amountKes), localPhone(phone))
}
