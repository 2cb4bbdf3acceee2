import { formatInstant } from './words.rules.ts'

/** 'August 10, 2026, 4:05 PM', in Nairobi. */
export function Instant({ at }: { at: string }) {
  const { day, time } = formatInstant(at)
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{day}</span>
      {time && (
        <>
          , <span className="whitespace-nowrap">{time}</span>
        </>
      )}
    </time>
  )
}
