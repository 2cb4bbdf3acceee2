import { formatPrice } from '../event-words.rules.ts'

/** 'From KES 200', by what somebody pays: a free child's ticket must not hide it. */
export function FromPrice({ kes }: { kes: number }) {
  return (
    <>
      {kes > 0 && <span className="font-normal text-quiet">From </span>}
      {formatPrice(kes)}
    </>
  )
}
