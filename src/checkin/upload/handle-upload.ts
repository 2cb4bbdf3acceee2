import { isDatabaseUnavailable } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { CheckInError } from '../errors.ts'
import type { GateCheckIn, GateDecision } from '../gate.contract.ts'
import type { GatePhone } from '../gate-phone.ts'
import { noteSeen } from '../gate-phones.sql.ts'
import { checkInAtGate } from './check-in-at-gate.ts'
import { countGuesses } from './guesses.ts'
import { mergeCheckIns } from './merge-check-ins.ts'

/** Minimum interval between two writes of a phone's last contact. */
export const SEEN_MS = 5000

/**
 * Handles an upload of a gate phone in the order of its rows: consecutive offline rows in one
 * transaction, each online request separately.
 */
export async function handleUpload(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  rows: readonly GateCheckIn[],
): Promise<GateDecision[]> {
  const now = deps.clock.now()
  if (!isNoted(phone, now)) await noteSeen(deps.db, phone.id, now)
  const decisions: GateDecision[] = []
  for (let n = 0; n < rows.length; ) {
    const told = endOfTold(rows, n)
    if (told === n) decisions.push(await decideOnline(deps, phone, rows[n++]!))
    else {
      decisions.push(...(await mergeOrEach(deps, phone, rows.slice(n, told))))
      n = told
    }
  }
  return decisions
}

/**
 * A refusal of people who want to leave tells whether their number was sold, so an unknown number
 * counts as a guess here, too.
 */
async function decideOnline(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  row: GateCheckIn,
): Promise<GateDecision> {
  try {
    return await checkInAtGate(deps, phone, row)
  } catch (error) {
    if (error instanceof CheckInError && error.code === 'ticket_not_found') {
      const { ticket_number } = row
      await countGuesses(deps, phone, [{ result: 'unknown', ticket_number }])
    }
    throw error
  }
}

/**
 * Whether the last contact was stored recently. A gate sends about two requests per second; one
 * write in SEEN_MS is enough.
 */
function isNoted({ seenAt }: GatePhone, now: Date): boolean {
  return !!seenAt && now.getTime() - seenAt.getTime() <= SEEN_MS
}

/** Index behind the last of the consecutive offline rows. */
function endOfTold(rows: readonly GateCheckIn[], from: number): number {
  const end = rows.findIndex((row, n) => n >= from && !row.offline)
  return end < 0 ? rows.length : end
}

/**
 * If the batch fails, processes its rows one by one, so that a bad row does not block the other
 * rows.
 */
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
