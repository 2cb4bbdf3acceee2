import { hasSmsCapacity, queueSms } from '../../messages/outbox.ts'
import { gsmName, gsmTitle, SMS_MAX_SEPTETS, shorten } from '../../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { handleJob, queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { checkInTimes } from '../declarations.ts'
import { typeMoved } from '../jobs.ts'
import {
  areGateMovesDue,
  claimGateMove,
  endGateMove,
  selectGateMove,
  selectHolders,
  takeGateMovesDue,
} from './gate-moves.sql.ts'

const PAGE = 50

type TellDeps = Pick<Deps, 'db' | 'clock' | 'timeScale'>

/** Sends the SMS about a move. If a batch runs again, each phone still gets only one SMS. */
export const tellOfGateJob = (deps: TellDeps) =>
  handleJob(typeMoved, async ({ moveId, after }) => {
    const now = deps.clock.now()
    const move = await selectGateMove(deps.db, moveId)
    assert(move, 'a move is gone')
    const times = checkInTimes(deps.timeScale)
    const until = new Date(now.getTime() + times.tellingMaxMs)
    if (!(await claimGateMove(deps.db, moveId, { until, now }))) return
    if (!(await hasSmsCapacity(deps.db))) return { againInMs: times.tellingPauseMs }
    const page = { after, count: PAGE }
    const holders = move.is_latest ? await selectHolders(deps.db, move, page) : []
    const { event_title: eventTitle, ticket_type: ticketType, is_add_on: isAddOn, gate } = move
    await inTransaction(deps.db, async (tx) => {
      for (const { phone, language } of holders) {
        const body = gateMovedSms({ language, eventTitle, ticketType, isAddOn, gate })
        await queueSms(tx, { phone, body, dedupeKey: `gate_move:${moveId}:${phone}`, now })
      }
      const last = holders.at(-1)
      if (last && holders.length === PAGE) {
        await queueJob(tx, typeMoved, { moveId, after: last.ticket_id })
      } else await endGateMove(tx, moveId, now)
    })
  })

/** Finds moves whose holders were not all notified, for example after a crash. */
export async function sweepGateMoves(deps: TellDeps): Promise<void> {
  const now = deps.clock.now()
  if (!(await isDue(deps.db, areGateMovesDue(now)))) return
  const until = new Date(now.getTime() + checkInTimes(deps.timeScale).tellingMaxMs)
  await inTransaction(deps.db, async (tx) => {
    const due = await takeGateMovesDue(tx, now, until)
    const jobs = due.map((moveId) => ({ moveId, after: null }))
    await queueMissing(tx, typeMoved, 'moveId', jobs)
  })
}

type MovedTicket = {
  language: Language
  eventTitle: string
  ticketType: string
  isAddOn?: boolean
  gate: string
}

/** The SMS about a moved type, in one part. Shortens title and type before the gate's name. */
export function gateMovedSms({
  language,
  eventTitle,
  ticketType,
  isAddOn = false,
  gate: name,
}: MovedTicket): string {
  const gate = shorten(gsmName(name, SMS_PARTS.otherGate[language]), 50)
  const write = (title: string, type: string) =>
    fill(isAddOn ? SMS.addOnMoved : SMS.gateMoved, language, { title, type, gate })
  const room = SMS_MAX_SEPTETS - write('', '').length
  const type = gsmName(ticketType, SMS_PARTS.aTicket[language])
  const shortType = shorten(type, Math.max(8, Math.floor(room / 2)))
  const title = shorten(gsmTitle(eventTitle, language), Math.max(8, room - shortType.length))
  return write(title, shortType)
}
