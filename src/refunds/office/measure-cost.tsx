import { listWords } from '../../platform/values/list-words.rules.ts'
import { capitalise, formatExactKes } from '../../ui/office/formats.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { CancelPreview } from '../cancellation/cancellation.contract.ts'

/** The reasons why the refunds take less than they refund, such as ' (without our fee, …)'. */
export function withoutText({ amount, cost, fee }: CancelPreview): string {
  // In whole cents, because a difference of shillings is not exact.
  const cash = Math.round((amount - cost - fee) * 100)
  const others = [
    ...(fee > 0 ? ['our fee, which we do not keep'] : []),
    ...(cash > 0 ? ['cash sales, which are refunded in cash'] : []),
  ]
  return others.length > 0 ? ` (without ${others.join(', and without ')})` : ''
}

/**
 * The sources that pay the refunds if the event's balance does not cover them, in words for the
 * organizer; '' if it does. `refunds` is the subject, such as 'The refunds'.
 */
function debtText(preview: CancelPreview, refunds: string): string {
  const { balance, elsewhere, debt } = preview.sources
  if (elsewhere === 0 && debt === 0) return ''
  const cost = `${refunds} take ${formatExactKes(preview.cost)} from you${withoutText(preview)}.`
  const sources = [
    ...(balance > 0 ? [`this event's balance pays ${formatExactKes(balance)}`] : []),
    ...(elsewhere > 0 ? [`your other events pay ${formatExactKes(elsewhere)}`] : []),
    ...(debt > 0 ? [`you owe us ${formatExactKes(debt)}`] : []),
  ]
  return `${cost} ${capitalise(listWords(sources))}.`
}

/** Tells an organizer who pays the refunds if the event's balance does not cover them. */
export function DebtNote(props: { preview: CancelPreview; refunds: string }) {
  const text = debtText(props.preview, props.refunds)
  return (
    text !== '' && (
      <p className="font-semibold">
        <WholeWords text={text} />
      </p>
    )
  )
}
