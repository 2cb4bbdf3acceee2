import { useEffect, useState } from 'react'

const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

/** The seconds that are left, as a ring that empties; the server's count corrects ours. */
export function SecondsRing({ secondsLeft }: { secondsLeft: number }) {
  const [left, setLeft] = useState(secondsLeft)
  const [most, setMost] = useState(secondsLeft)
  useEffect(() => {
    const end = Date.now() + secondsLeft * 1000
    setLeft(secondsLeft)
    setMost((before) => Math.max(before, secondsLeft))
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.round((end - Date.now()) / 1000))),
      250,
    )
    return () => clearInterval(timer)
  }, [secondsLeft])
  const part = most > 0 ? left / most : 0
  return (
    <div role="timer" aria-label={`${left} seconds left`} className="relative size-24">
      <svg viewBox="0 0 96 96" className="size-24 -rotate-90 fill-none" aria-hidden="true">
        <circle cx="48" cy="48" r={RADIUS} strokeWidth="8" className="stroke-white" />
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
