/** All instants come from here, so that a test can set the time; milliseconds since 1970, UTC. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

const nairobiParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function parts(at: Date): Record<string, string> {
  return Object.fromEntries(nairobiParts.formatToParts(at).map((part) => [part.type, part.value]))
}

/** YYYYMMDDHHmmss in Nairobi: the form of Daraja's Timestamp. */
export function nairobiStamp(at: Date): string {
  const p = parts(at)
  return `${p.year}${p.month}${p.day}${p.hour}${p.minute}${p.second}`
}

/** 'YYYY-MM-DD HH:mm:ss' in Nairobi: the form of Pull Transactions. */
export function nairobiDateTime(at: Date): string {
  const p = parts(at)
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second}`
}

/** YYYY-MM-DD in Nairobi. */
export function nairobiDate(at: Date): string {
  return nairobiDateTime(at).slice(0, 10)
}
