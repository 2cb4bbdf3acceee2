import { formatPrice } from '../event-words.rules.ts'

/** 'From KES 200': the lowest price above 0, so that a free children's ticket does not hide it. */
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
