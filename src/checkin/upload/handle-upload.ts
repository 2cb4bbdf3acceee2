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

/** The shortest time, in ms, between two writes of a phone's last contact. */
const SEEN_MS = 5000

/** Each series of offline rows shares a transaction. Each online request has its own. */
export async function handleUpload(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: GatePhone,
  rows: readonly GateCheckIn[],
): Promise<GateDecision[]> {
  const now = deps.clock.now()
  if (!isNoted(phone, now)) await noteSeen(deps.db, phone.id, now)
  const decisions: GateDecision[] = []
  for (let n = 0; n < rows.length; ) {
    const end = endOfOffline(rows, n)
    if (end === n) decisions.push(await decideOnline(deps, phone, rows[n++]!))
    else {
      decisions.push(...(await mergeOrEach(deps, phone, rows.slice(n, end))))
      n = end
    }
  }
  return decisions
}

/** A refused exit reveals that a number was not sold, so an unknown number counts as a guess. */
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

/** Whether the stored contact is recent. At two requests per second, not all need a write. */
function isNoted({ seenAt }: GatePhone, now: Date): boolean {
  return !!seenAt && now.getTime() - seenAt.getTime() <= SEEN_MS
}

function endOfOffline(rows: readonly GateCheckIn[], from: number): number {
  const end = rows.findIndex((row, n) => n >= from && !row.offline)
  return end < 0 ? rows.length : end
}

/**
 * Stores a series of offline rows. If a row makes the series fail, stores the rows one by one, so
 * that the rows before the bad row are stored.
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
