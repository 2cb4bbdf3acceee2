import { formatPrice } from '../event-words.rules.ts'

/**
 * 'From KES 200': the lowest price above 0. Ignores free tickets, because a free ticket for
 * children must not make the event look free.
 */
export function FromPrice({ kes }: { kes: number }) {
  return (
    <>
      {kes > 0 && <span className="font-normal text-quiet">From </span>}
      <span className="whitespace-nowrap font-display font-bold" translate="no">
        {formatPrice(kes)}
      </span>
    </>
  )
}
