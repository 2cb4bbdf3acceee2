/** All instants come from here, so that a test can set the time; milliseconds since 1970, UTC. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

// Swedes write dates as a file does: 'YYYY-MM-DD HH:mm:ss'. In parts it would be ten objects a call.
const nairobi = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** YYYYMMDDHHmmss in Nairobi. */
export function nairobiStamp(at: Date): string {
  return nairobiDateTime(at).replace(/\D/g, '')
}

/** 'YYYY-MM-DD HH:mm:ss' in Nairobi. */
export function nairobiDateTime(at: Date): string {
  return nairobi.format(at)
}

/** YYYY-MM-DD in Nairobi. */
export function nairobiDate(at: Date): string {
  return nairobiDateTime(at).slice(0, 10)
}
