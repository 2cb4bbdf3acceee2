import { isDatabaseUnavailable } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { noteSeen } from '../gate-phones.sql.ts'
import { SEEN_MS } from '../gate-times.rules.ts'
import { checkInAtGate } from './check-in-at-gate.ts'
import { mergeCheckIns } from './merge-check-ins.ts'

/** What a phone sent, in its order: what happened without a network together, each question by itself. */
export async function judgePost(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  rows: readonly GateCheckIn[],
): Promise<GateDecision[]> {
  const now = deps.clock.now()
  if (!isNoted(phone, now)) await noteSeen(deps.db, phone.id, now)
  const decisions: GateDecision[] = []
  for (let n = 0; n < rows.length; ) {
    const told = endOfTold(rows, n)
    if (told === n) decisions.push(await checkInAtGate(deps, phone, rows[n++]!))
    else {
      decisions.push(...(await mergeOrEach(deps, phone, rows.slice(n, told))))
      n = told
    }
  }
  return decisions
}

/** Lately: a gate asks twice a second. */
function isNoted({ seenAt }: GatePhone, now: Date): boolean {
  return !!seenAt && now.getTime() - seenAt.getTime() <= SEEN_MS
}

/** Where those end that happened without a network. */
function endOfTold(rows: readonly GateCheckIn[], from: number): number {
  const end = rows.findIndex((row, n) => n >= from && !row.offline)
  return end < 0 ? rows.length : end
}

/** One row that cannot be taken must not hold up those before it. */
async function mergeOrEach(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  rows: readonly GateCheckIn[],
): Promise<GateDecision[]> {
  try {
    return await mergeCheckIns(deps, phone, rows)
  } catch (error) {
    const isOfOne = !(error instanceof AppError) && !isDatabaseUnavailable(error)
    if (rows.length === 1 || !isOfOne) throw error
    const decisions: GateDecision[] = []
    for (const row of rows) decisions.push(...(await mergeCheckIns(deps, phone, [row])))
    return decisions
  }
}
