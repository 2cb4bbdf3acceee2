import { dialOf } from '../../events/event.rules.ts'
import { useSite } from '../../ui/site.tsx'

const LOOKS = {
  line: 'inline-flex min-h-11 flex-wrap items-center gap-x-1 text-small leading-4 text-quiet hover:text-ink',
  text: 'text-small leading-6 text-quiet hover:text-ink',
  pill: 'inline-flex min-h-11 flex-wrap items-center gap-x-2 rounded-[22px] border border-edge bg-paper px-4 py-1 text-small text-quiet hover:border-ink',
}

/**
 * A tel: link that dials the USSD code on phones that allow it. Renders nothing if USSD is turned
 * off. With `look` 'pill' the code is large enough to be read aloud, for example on the radio.
 */
export function BuyByPhone({
  dialCode,
  look = 'line',
}: {
  dialCode?: number | undefined
  look?: keyof typeof LOOKS
}) {
  const { ussdCode } = useSite()
  if (!ussdCode) return null
  const code = dialOf(ussdCode, dialCode)
  const size = look === 'pill' ? 'font-display text-lead' : ''
  // The code breaks only if it is wider than the page, as with large text in a wide font.
  return (
    <a href={`tel:${code.replace('#', '%23')}`} className={LOOKS[look]}>
      No internet? Dial{' '}
      <b className={`wrap-anywhere font-semibold text-ink tabular-nums ${size}`}>{code}</b>
    </a>
  )
}
