import type { TransactionReply } from '../lists/transactions.contract.ts'

const PATHS = {
  queued: 'M12 7v5.500l3.500 2M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17z',
  sent: 'M5 12.500l4.500 4.500L19 7.500',
  delivered: 'M2 12.500l4.500 4.500L16 7.500M11.500 16.500l.5.5L22 7.500',
  failed: 'M12 7v6M12 16.500v.1M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17z',
}

/**
 * The state of a message, and the reason if it failed. A dense table shows only an icon, with the
 * text as its title and for screen readers. Icon and text are shown if rows are blocks, in a narrow
 * window, and if `hasText` is true.
 */
export function SmsSign({
  channel = 'sms',
  state,
  why,
  hasText = false,
}: NonNullable<TransactionReply['delivery']> & { channel?: 'sms' | 'email'; hasText?: boolean }) {
  const text = `${channel === 'sms' ? 'SMS' : 'Email'} ${state}${why && `: ${why}`}`
  return (
    <span
      title={text}
      className={`inline-flex min-w-0 items-center gap-1 ${state === 'failed' ? 'text-bad' : 'text-quiet'}`}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-5 shrink-0 fill-none stroke-current stroke-2"
        aria-hidden="true"
      >
        <path d={PATHS[state]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className={hasText ? '' : '@min-[58em]/office:sr-only'}>{text}</span>
    </span>
  )
}
