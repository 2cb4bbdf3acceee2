import { formatMoment } from '../../ui/dates.rules.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { countdownWords } from '../sale-clock.rules.ts'
import type { SaleClock } from './use-sale-clock.ts'

/** The start of a sale with a countdown. Without scripts, only the date. */
export function SaleStart({ from, clock }: { from: string; clock: SaleClock }) {
  const seconds = Math.max(0, Math.round((Date.parse(from) - clock.now) / 1000))
  const left = useCountdown(clock, seconds) ?? 0
  return (
    <p className="flex flex-wrap gap-x-3">
      <span>
        On sale <b className="font-semibold">{formatMoment(from, new Date(clock.now))}</b>
      </span>
      <span className="needs-script tabular-nums" role="timer">
        {left > 0 ? <span>Starts in {countdownWords(left)}</span> : 'Starting now'}
      </span>
    </p>
  )
}
