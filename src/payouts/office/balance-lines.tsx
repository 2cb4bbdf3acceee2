import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { firstOf } from '../balance-parts.rules.ts'
import type { EventPayouts } from '../payouts.contract.ts'
import { type BalanceLine, balanceLines } from './kept-notes.ts'

/**
 * Lists the balance of an event and each kept amount. With `hasSum`, the amount available for payout
 * is the last line.
 */
export function BalanceLines({
  payouts,
  hasSum = false,
}: {
  payouts: EventPayouts
  hasSum?: boolean
}) {
  const { owed, available } = payouts
  return (
    <dl className="flex max-w-xl flex-col gap-y-1 text-small">
      <Line amount={owed}>Balance due</Line>
      {balanceLines(payouts).map((line) => (
        <Line key={line.label} amount={-line.amount}>
          <Label line={line} />
        </Line>
      ))}
      {hasSum && (
        <Line amount={available} isSum>
          Available
        </Line>
      )}
    </dl>
  )
}

function Line({
  amount,
  isSum = false,
  children,
}: {
  amount: number
  isSum?: boolean
  children: ReactNode
}) {
  const look = isSum ? 'border-t border-line pt-1 font-semibold' : 'text-quiet'
  // In large text the amount moves below its label.
  return (
    <div className={`flex flex-wrap gap-x-4 ${look}`}>
      <dt className="min-w-0 grow basis-[10em] break-words">{children}</dt>
      <dd className="ml-auto text-right tabular-nums">{formatExactKes(amount)}</dd>
    </div>
  )
}

function Label({ line: { label, events } }: { line: BalanceLine }) {
  if (!events) return <WholeWords text={label} />
  const { first, more } = firstOf(events)
  if (!first) return label
  return (
    <p>
      {label}{' '}
      {first.id === null ? (
        first.title
      ) : (
        <Link
          to={`/organizer/events/${first.id}/statement`}
          className="font-semibold text-accent underline underline-offset-4 hover:text-accent-deep"
        >
          {first.title}
        </Link>
      )}
      {more}
    </p>
  )
}
