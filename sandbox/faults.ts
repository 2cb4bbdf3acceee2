import { BadInput, type Fields, readInteger, readObject, refuseUnknown } from './check.ts'
import { drawStream } from './draw.ts'

// Faults of calls whose result M-Pesa posts to the caller's address later.
const LATER = ['delay_ms', 'drop', 'duplicate', 'before_answer', 'refused', 'timeout'] as const
const GATEWAY = ['http_429', 'http_500', 'html_503', 'drop_after_accept'] as const

/** All kinds of faults, grouped by the call that they affect. */
export const FAULT_KINDS = {
  push: ['delay_ms', ...GATEWAY],
  callback: ['drop', 'duplicate', 'delay_ms', 'reorder', 'wrong_amount', 'before_answer'],
  query: ['pending', 'contradict', 'http_500'],
  pull: ['delay_ms', 'http_500', 'empty'],
  token: ['expired'],
  reversal: [...LATER, 'timeout_done', ...GATEWAY],
  b2c: [...LATER, 'timeout_done', ...GATEWAY],
  b2b: [...LATER, 'timeout_done', ...GATEWAY],
  status: [...LATER, ...GATEWAY],
  balance: [...LATER, ...GATEWAY],
  c2b: ['delay_ms', 'drop', 'duplicate', 'refused', 'timeout', ...GATEWAY],
  sms: ['delay_ms', 'http_429', 'http_500', 'drop_after_accept', 'report_drop'],
  ussd: ['delay_ms', 'repeat', 'reply_lost', 'cut', 'split_root', 'split_none', 'end_drop'],
  mail: ['delay_ms', 'reject', 'drop_after_accept'],
} as const

type FaultGroup = keyof typeof FAULT_KINDS
export type FaultKind<G extends FaultGroup> = (typeof FAULT_KINDS)[G][number]
type Range = [min: number, max: number]
type Group = Record<string, number | Range>
type FaultPlan = { seed?: number } & { [G in FaultGroup]?: Group }
type FaultCounts = Record<FaultGroup, Record<string, number>>

const MAX_DELAY_MS = 3_600_000

function readRate(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new BadInput(`${name}: must be a rate from 0 to 1`)
  }
  return value
}

function readRange(value: unknown, name: string): Range {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new BadInput(`${name}: must be [min, max] in milliseconds`)
  }
  const min = readInteger(value[0], name, 0, MAX_DELAY_MS)
  const max = readInteger(value[1], name, 0, MAX_DELAY_MS)
  if (min > max) throw new BadInput(`${name}: the first number must not exceed the second`)
  return [min, max]
}

function readGroup(group: FaultGroup, value: unknown): Group {
  const fields: Fields = readObject(value, group)
  refuseUnknown(fields, FAULT_KINDS[group], `${group}.`)
  const read: Group = {}
  for (const [kind, given] of Object.entries(fields)) {
    const name = `${group}.${kind}`
    read[kind] = kind === 'delay_ms' ? readRange(given, name) : readRate(given, name)
  }
  return read
}

export function readPlan(body: unknown): FaultPlan {
  const fields = readObject(body, 'body')
  refuseUnknown(fields, ['seed', ...Object.keys(FAULT_KINDS)])
  const plan: FaultPlan = { seed: 1 }
  if (fields.seed !== undefined) {
    plan.seed = readInteger(fields.seed, 'seed', 0, Number.MAX_SAFE_INTEGER)
  }
  for (const group of Object.keys(FAULT_KINDS) as FaultGroup[]) {
    if (fields[group] !== undefined) plan[group] = readGroup(group, fields[group])
  }
  return plan
}

/**
 * The planned faults. Drawing and counting are separate, because a drawn fault without an effect is
 * not counted as injected.
 */
export class Faults {
  plan: FaultPlan = {}
  counts: FaultCounts = Faults.#zero()
  #streams = new Map<string, () => number>()

  static #zero(): FaultCounts {
    const counts: Partial<FaultCounts> = {}
    for (const group of Object.keys(FAULT_KINDS) as FaultGroup[]) {
      counts[group] = Object.fromEntries(FAULT_KINDS[group].map((kind) => [kind, 0]))
    }
    return counts as FaultCounts
  }

  /** Starts the plan from its seed: the same plan always draws the same faults. */
  set(plan: FaultPlan): void {
    this.plan = plan
    this.counts = Faults.#zero()
    this.#streams.clear()
  }

  #next(name: string): number {
    let stream = this.#streams.get(name)
    if (!stream) {
      stream = drawStream(this.plan.seed ?? 1, name)
      this.#streams.set(name, stream)
    }
    return stream()
  }

  chance<G extends FaultGroup>(group: G, kind: Exclude<FaultKind<G>, 'delay_ms'>): boolean {
    const rate = this.plan[group]?.[kind]
    return typeof rate === 'number' && this.#next(`${group}.${kind}`) < rate
  }

  delay(group: Exclude<FaultGroup, 'query' | 'token'>): number {
    const range = this.plan[group]?.delay_ms
    if (!Array.isArray(range)) return 0
    const [min, max] = range
    return min + Math.floor(this.#next(`${group}.delay_ms`) * (max - min + 1))
  }

  /**
   * Like `chance`, but also counts the fault. Use it only for calls in which every drawn fault has
   * an effect.
   */
  strikes<G extends FaultGroup>(group: G, kind: Exclude<FaultKind<G>, 'delay_ms'>): boolean {
    const drawn = this.chance(group, kind)
    if (drawn) this.count(group, kind)
    return drawn
  }

  count<G extends FaultGroup>(group: G, kind: FaultKind<G>): void {
    const counts: Record<string, number> = this.counts[group]
    counts[kind] = (counts[kind] ?? 0) + 1
  }
}
