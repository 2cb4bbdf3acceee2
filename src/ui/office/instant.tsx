import { formatShortMoment } from '../dates.rules.ts'
import { formatInstant, formatWait } from './formats.rules.ts'

/** 'August 10, 2026, 4:05 PM' in Nairobi. Does not wrap if there is room for one line. */
export function Instant({ at }: { at: string }) {
  const { day, time } = formatInstant(at)
  const [date, year] = day.split(', ')
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">
        {date}
        {year && ','}
      </span>{' '}
      <span>{year}</span>
      <span>{time && ', '}</span>
      <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}

/** 'Mon, Aug 10 · 4:05 PM' in Nairobi, for dense tables. The long form is its title. */
export function ShortInstant({ at }: { at: string }) {
  const { day, time } = formatInstant(at)
  return (
    <time dateTime={at} title={`${day}, ${time}`}>
      {formatShortMoment(at, new Date())}
    </time>
  )
}

/** Like `ShortInstant`, but with the time below the day if the rows of a table are lines. */
export function ShortInstantBelow({ at }: { at: string }) {
  const { day, time } = formatInstant(at)
  const [date, clock] = formatShortMoment(at, new Date()).split(' · ')
  return (
    <span
      title={`${day}, ${time}`}
      className="@min-[58em]/office:w-min @min-[58em]/office:whitespace-normal @min-[58em]/office:leading-[18px]"
    >
      <time dateTime={at}>{date} ·</time> <span className="whitespace-nowrap">{clock}</span>
    </span>
  )
}

/** '3 h': the time since the instant, for lists of waiting rows. The instant is its title. */
export function Waited({ since }: { since: string }) {
  const { day, time } = formatInstant(since)
  return (
    <time dateTime={since} title={`${day}, ${time}`}>
      {formatWait(since, new Date())}
    </time>
  )
}

/** Like `Instant`, but puts the time below the date if there is no room for one line. */
export function InstantBelow({ at }: { at: string }) {
  const { day, time } = formatInstant(at)
  return (
    <>
      <time dateTime={at} className="whitespace-nowrap">
        {day}
        {time && ','}
      </time>{' '}
      <span className="whitespace-nowrap">{time}</span>
    </>
  )
}
