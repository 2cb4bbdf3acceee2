import { readStored, store } from '../../ui/stored.ts'
import { isFresh, type ProvenPhone } from '../free.rules.ts'

const KEY = 'lango.proven'

/** The phones in the memory of this page, for a browser that refuses storage. */
let ofPage: readonly ProvenPhone[] = []

const read = (): readonly ProvenPhone[] => {
  const now = Date.now()
  const all = readStored<ProvenPhone[]>('localStorage', KEY) ?? ofPage
  return all.filter((one) => isFresh(one, now))
}

function write(proven: readonly ProvenPhone[]): void {
  ofPage = proven
  store('localStorage', KEY, proven)
}

/** The phone that this browser has proved for the event in the last half hour, or null. */
export function provenPhone(eventId: string): ProvenPhone | null {
  return read().find((one) => one.eventId === eventId) ?? null
}

export function keepProven(proven: Omit<ProvenPhone, 'at'>): void {
  const others = read().filter(({ eventId }) => eventId !== proven.eventId)
  write([...others, { ...proven, at: Date.now() }])
}

export function forgetProven(eventId: string): void {
  write(read().filter((one) => one.eventId !== eventId))
}
