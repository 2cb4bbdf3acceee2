import type { PendingChange } from '../pending-change.contract.ts'

type Day = { n?: number | null | undefined; date: string; time: string }
type NumberedDay = { n: number; date: string; time: string }
type Waiting = Pick<PendingChange, 'days' | 'removed_days'>

const plain = ({ n, date, time }: Day): NumberedDay => ({ n: n!, date, time })

/** The changes of days that wait for approval. Each sent day must have a number. */
export function waitingDays(stored: readonly Day[], sent: readonly Day[]): Waiting {
  const oldOf = (day: Day) => stored.find(({ n }) => n === day.n)
  const isKept = (day: Day) => oldOf(day)?.date === day.date && oldOf(day)?.time === day.time
  const days = sent.filter((day) => !isKept(day)).map(plain)
  const removed = stored.filter(({ n }) => !sent.some((day) => day.n === n)).map(({ n }) => n!)
  return {
    ...(days.length > 0 && { days }),
    ...(removed.length > 0 && { removed_days: removed }),
  }
}

/** The days after a waiting change, in order of time. */
export function daysAfter(
  stored: readonly Day[],
  { days = [], removed_days = [] }: Waiting,
): NumberedDay[] {
  const kept = stored
    .map(plain)
    .filter(({ n }) => ![...removed_days, ...days.map((day) => day.n)].includes(n))
  return [...kept, ...days].sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The days, date and time of an input after a waiting change. Empty if it changes no day. */
export function withWaitingDays(stored: readonly Day[], change: Waiting) {
  if (!change.days && !change.removed_days) return {}
  const days = daysAfter(stored, change)
  const [first] = days
  return { days, ...(first && { date: first.date, time: first.time }) }
}
