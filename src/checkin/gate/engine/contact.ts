import type { GateDecision, GateEvent, GateList } from '../../gate.contract.ts'
import { LIST_FORM } from '../../list/ticket-list.rules.ts'
import {
  type Desk,
  isRefusal,
  isRevoked,
  isUnknown,
  knownAt,
  lookAtStorage,
  replaceRows,
  unsentOf,
  wipeDesk,
} from './desk.ts'
import type { Pairing, Row } from './gate-store.ts'
import { listedMeanwhile } from './listed-meanwhile.ts'
import { importProofKey } from './proof-key.ts'
import { takeList } from './take-list.ts'

const MOST_AT_ONCE = 50
/** For the steward's screen and for undo; the lasting record is the server's. */
const KEPT_ROWS = 50

/** Data that a phone reports about itself at each sync. */
export type Tells = { app: string; battery: number | null }

/**
 * A sync uploads queued rows, oldest first, then fetches list changes, then uploads rows added in
 * between. True if all of it succeeded: from then on the server decides again.
 */
export async function makeContact(desk: Desk, tells: Tells): Promise<boolean> {
  const went = (await sendRows(desk)) && (await fetchChanges(desk, tells)) && (await sendRows(desk))
  await lookAtStorage(desk)
  desk.change({ isOnline: went, ...(went && { isUnknown: false }) })
  return went
}

async function sendRows(desk: Desk): Promise<boolean> {
  const { token } = desk.state.pairing
  let most = MOST_AT_ONCE
  for (;;) {
    const batch = unsentOf(desk.state.rows).slice(0, most)
    if (batch.length === 0) return true
    const answer = await desk.calls.sendCheckIns(
      token,
      batch.map(({ asked }) => asked),
    )
    if (answer.ok) {
      const sent = batch.flatMap((row) => {
        const judged = answer.data.check_ins.find(({ nonce }) => nonce === row.asked.nonce)
        return judged ? [sentRow(row, judged)] : []
      })
      // The response is not about the rows: a retry would get it again.
      if (sent.length === 0) return false
      await keepSent(desk, sent)
    } else if (batch.length > 1 && mayPassAlone(answer)) most = 1
    else if (!isRefusal(answer)) return await endContact(desk, answer)
    // A row that the server never accepts must not block the rows behind it.
    else await keepSent(desk, [{ ...batch[0]!, state: 'refused', refusal: answer.code }])
  }
}

/**
 * Whether rows may pass one by one: a row of the batch is refused, or the batch is too large for a
 * proxy.
 */
const mayPassAlone = (answer: { status: number; code: string }) =>
  isRefusal(answer) || answer.status === 413

async function keepSent(desk: Desk, sent: Row[]): Promise<void> {
  await desk.inTurn(async () => {
    if (desk.state.isOver) return
    replaceRows(desk, sent)
    // If storing fails, a crash makes the phone upload these rows again, under the same nonces.
    await desk.store.keepRows(sent).catch(() => desk.change({ storage: 'full' }))
  })
}

/** Keeps the decision that the steward saw; the server's verdict only adds conflicts. */
function sentRow(row: Row, judged: GateDecision): Row {
  const decision = { ...row.decision!, conflict: judged.conflict }
  return { ...row, state: 'sent', decision }
}

async function endContact(desk: Desk, answer: { status: number; code: string }): Promise<false> {
  if (isRevoked(answer)) await desk.inTurn(() => wipeDesk(desk))
  else if (isUnknown(answer)) desk.change({ isUnknown: true })
  return false
}

async function fetchChanges(desk: Desk, { app, battery }: Tells): Promise<boolean> {
  const { pairing, list, rows } = desk.state
  // The list includes every row that the server had before the request.
  const told = rows.filter((row) => row.state === 'sent' && !row.isListed)
  const answer = await desk.calls.fetchList(pairing.token, {
    // If the stored list lacks uses although the server may send them, request the full list.
    ...(list && list.uses !== undefined && { since: list.next }),
    form: LIST_FORM,
    version: String(pairing.version),
    unsent: String(unsentOf(rows).length),
    ...(battery !== null && { battery: String(battery) }),
    app,
    device_at: new Date(desk.now()).toISOString(),
  })
  if (!answer.ok) return await endContact(desk, answer)
  const newest = await takePairing(desk, answer.data)
  const changed = takeList(desk.state.list, answer.data, desk.now())
  if (!changed) return false
  await desk.inTurn(async () => {
    if (desk.state.isOver) return
    const known = { ...knownAt(desk), list: changed }
    const meanwhile = await listedMeanwhile(known, new Set(told))
    const listed = [...told, ...meanwhile].map((row) => ({ ...row, isListed: true }))
    replaceRows(desk, listed)
    desk.change({
      list: changed,
      pairing: { ...newest, chosenGate: chosenIn(newest.event, desk.state.pairing) },
    })
    await desk.store
      .keepList(changed, desk.state.pairing, listed)
      .then(() => desk.state.storage === 'full' && desk.change({ storage: 'fine' }))
      .catch(() => desk.change({ storage: 'full' }))
    await dropOld(desk)
  })
  return true
}

async function takePairing(desk: Desk, news: GateList): Promise<Pairing> {
  const { pairing } = desk.state
  return {
    ...pairing,
    event: news.event,
    proof_limit: news.proof_limit,
    clockMs: Date.parse(news.server_time) - desk.now(),
    ...(news.key !== null && { key: await importProofKey(news.key), version: news.version }),
  }
}

/** Gate indexes change when gates are added or removed; the chosen gate is found by its id. */
function chosenIn({ gates }: GateEvent, { event, chosenGate }: Pairing): number | null {
  const chosen = event.gates.find(({ n }) => n === chosenGate)
  return gates.find(({ id }) => chosen && id === chosen.id)?.n ?? null
}

async function dropOld(desk: Desk): Promise<void> {
  const done = desk.state.rows.filter(
    (row) => row.isListed || (row.state === 'asking' && isOld(row, desk.now())),
  )
  const old = done.slice(0, -KEPT_ROWS)
  if (old.length === 0) return
  const seqs = new Set(old.map(({ seq }) => seq))
  desk.change({ rows: desk.state.rows.filter(({ seq }) => !seqs.has(seq)) })
  await desk.store.dropRows(old.flatMap(({ seq }) => seq ?? [])).catch(() => {})
}

const isOld = ({ asked }: Row, now: number) => now - Date.parse(asked.device_at) > 600_000
