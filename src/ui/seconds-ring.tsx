const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

type Props = {
  left: number
  /** The number of seconds for which the ring is full. */
  of: number
  /** The class that colours the empty part. */
  track: string
}

/**
 * A ring that shows the remaining seconds of a prompt. Screen readers announce the timer only on
 * request, never every second.
 */
export function SecondsRing({ left, of, track }: Props) {
  const part = Math.min(1, left / of)
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label={`${left} seconds left`}
      className="relative size-24 shrink-0"
    >
      <svg viewBox="0 0 96 96" className="size-24 -rotate-90 fill-none" aria-hidden="true">
        <circle cx="48" cy="48" r={RADIUS} strokeWidth="8" className={track} />
        <circle
          cx="48"
          cy="48"
          r={RADIUS}
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - part)}
          className="stroke-accent transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <p
        aria-hidden="true"
        className="absolute inset-0 flex flex-col items-center justify-center leading-none"
      >
        <span className="text-title font-bold tabular-nums">{left}</span>
        <span className="text-small text-quiet">seconds</span>
      </p>
    </div>
  )
}
