import { dialOf } from '../../events/event.rules.ts'
import { useSite } from '../../ui/site.tsx'

/**
 * A tel: link that dials the USSD code on phones that allow it. Renders nothing if USSD is turned
 * off.
 */
export function BuyByPhone({ dialCode }: { dialCode?: number | undefined }) {
  const { ussdCode } = useSite()
  if (!ussdCode) return null
  const code = dialOf(ussdCode, dialCode)
  return (
    <a
      href={`tel:${code.replace('#', '%23')}`}
      className="inline-flex min-h-11 flex-wrap items-center gap-x-1 text-small leading-4 text-quiet hover:text-ink"
    >
      No internet? Dial{' '}
      <b className="whitespace-nowrap font-semibold text-ink tabular-nums">{code}</b>
    </a>
  )
}
