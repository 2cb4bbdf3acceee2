import type { GateDecision, GateEvent, GateList } from '../../gate.contract.ts'
import { countEntries, LIST_FORM } from '../../list/ticket-list.rules.ts'
import { type Known, lookUp, ownList } from './decide-alone.ts'
import type { Pairing, Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'
import {
  checkStorage,
  type GateSession,
  isRefusal,
  isRevoked,
  isUnknown,
  keep,
  replaceRows,
  snapshot,
  timeAt,
  unsentOf,
  wipeSession,
} from './session.ts'
import { takeList } from './take-list.ts'

const MOST_AT_ONCE = 50
/** Rows kept for the steward's screen and for undos. The server stores all rows permanently. */
const KEPT_ROWS = 50

export type Tells = { app: string; battery: number | null }

/**
 * Syncs: uploads queued rows, oldest first; then downloads the changes of the list; then uploads
 * the rows that were added during the download. Returns true if all three steps succeeded. Only
 * then does the server decide again.
 */
export async function sync(session: GateSession, tells: Tells): Promise<boolean> {
  const went =
    (await sendRows(session)) && (await fetchChanges(session, tells)) && (await sendRows(session))
  await checkStorage(session)
  session.change({ isOnline: went, ...(went && { isUnknown: false }) })
  return went
}

async function sendRows(session: GateSession): Promise<boolean> {
  const { token } = session.state.pairing
  let most = MOST_AT_ONCE
  for (;;) {
    const batch = unsentOf(session.state.rows).slice(0, most)
    if (batch.length === 0) return true
    const answer = await session.calls.sendCheckIns(
      token,
      batch.map(({ request }) => request),
    )
    if (answer.ok) {
      const sent = batch.flatMap((row) => {
        const judged = answer.data.check_ins.find(({ nonce }) => nonce === row.request.nonce)
        return judged ? [sentRow(row, judged)] : []
      })
      // The response contains none of these rows. A retry would get the same response, so stop
      // here.
      if (sent.length === 0) return false
      await keepSent(session, sent)
    } else if (batch.length > 1 && mayPassAlone(answer)) most = 1
    else if (!isRefusal(answer)) return await endContact(session, answer)
    // Mark the row as refused. A row that the server never accepts must not block the rows after
    // it.
    else await keepSent(session, [{ ...batch[0]!, state: 'refused', refusal: answer.code }])
  }
}

/** Whether to send rows singly: one row was refused, or a proxy found the batch too large. */
const mayPassAlone = (answer: { status: number; code: string }) =>
  isRefusal(answer) || answer.status === 413

async function keepSent(session: GateSession, sent: Row[]): Promise<void> {
  await session.inTurn(async () => {
    if (session.state.isOver) return
    replaceRows(session, sent)
    // If storing fails and the phone then crashes, it uploads these rows again. That is harmless,
    // because the nonces are the same.
    await keep(session, (store) => store.keepRows(sent)).catch(() => {})
  })
}

/** The row keeps the decision that the steward saw. */
function sentRow(row: Row, judged: GateDecision): Row {
  const decision = { ...row.decision!, conflict: judged.conflict }
  const { result, reason } = judged
  return { ...row, state: 'sent', decision, found: { result, reason } }
}

async function endContact(
  session: GateSession,
  answer: { status: number; code: string },
): Promise<false> {
  if (isRevoked(answer)) await session.inTurn(() => wipeSession(session))
  else if (isUnknown(answer)) session.change({ isUnknown: true })
  return false
}

async function fetchChanges(session: GateSession, { app, battery }: Tells): Promise<boolean> {
  const { pairing, rows } = session.state
  const list = ownList(session.state)
  // The rows that the server received before the list was requested. The list therefore includes
  // them.
  const received = rows.filter((row) => row.state === 'sent' && !row.isListed)
  const answer = await session.calls.fetchList(pairing.token, {
    // If the phone's list is empty, the full list is requested: it costs little, and it restores a
    // list that was lost.
    ...(list && countEntries(list.bytes) > 0 && { since: list.next }),
    form: LIST_FORM,
    // If the phone does not have the older keys, the version is left out, so that the server sends
    // all keys.
    ...(pairing.olderKeys && { version: String(pairing.version) }),
    unsent: String(unsentOf(rows).length),
    ...(battery !== null && { battery: String(battery) }),
    app,
    device_at: new Date(session.now()).toISOString(),
  })
  if (!answer.ok) return await endContact(session, answer)
  // A server of an older version sends no list that this app can read. The phone's list stays as it
  // is, and the server decides.
  if (answer.data.columns === undefined) return true
  const newest = await takePairing(session, answer.data)
  const taken = takeList(ownList(session.state), answer.data, session.now())
  if (!taken) return false
  const changed = { ...taken, eventId: newest.event.id }
  await session.inTurn(async () => {
    if (session.state.isOver) return
    const known = { ...snapshot(session), list: changed }
    const meanwhile = await listedMeanwhile(known, new Set(received), timeAt(session))
    const listed = [...received, ...meanwhile].map((row) => ({ ...row, isListed: true }))
    replaceRows(session, listed)
    session.change({
      list: changed,
      pairing: { ...newest, chosenGate: chosenIn(newest.event, session.state.pairing) },
    })
    await keep(session, (store) => store.keepList(changed, session.state.pairing, listed)).catch(
      () => {},
    )
    await dropOld(session)
  })
  return true
}

async function takePairing(session: GateSession, news: GateList): Promise<Pairing> {
  const { pairing } = session.state
  return {
    ...pairing,
    event: news.event,
    proof_limit: news.proof_limit,
    clockMs: Date.parse(news.server_time) - session.now(),
    ...(news.key !== null && {
      key: await importProofKey(news.key),
      olderKeys: await Promise.all((news.older_keys ?? []).map(importProofKey)),
      version: news.version,
    }),
  }
}

/** Finds the chosen gate by id, because indexes change if gates are added or removed. */
function chosenIn({ gates }: GateEvent, { event, chosenGate }: Pairing): number | null {
  const chosen = event.gates.find(({ n }) => n === chosenGate)
  return gates.find(({ id }) => chosen && id === chosen.id)?.n ?? null
}

async function dropOld(session: GateSession): Promise<void> {
  const done = session.state.rows.filter(
    (row) => row.isListed || (row.state === 'asking' && isOld(row, session.now())),
  )
  const old = done.slice(0, -KEPT_ROWS)
  if (old.length === 0) return
  const seqs = new Set(old.map(({ seq }) => seq))
  session.change({ rows: session.state.rows.filter(({ seq }) => !seqs.has(seq)) })
  await session.store.dropRows(old.flatMap(({ seq }) => seq ?? [])).catch(() => {})
}

const isOld = ({ request }: Row, now: number) => now - Date.parse(request.device_at) > 600_000

/**
 * Finds rows that the new list includes although their responses arrived during its download. (A
 * steward does not wait for a download before a check-in.) Compares the number of people left on
 * the ticket in the list with the number left in each response. If another phone undoes a check-in
 * of the ticket during the download, the result can be wrong until the next list, seconds later.
 */
async function listedMeanwhile(
  known: Known,
  received: ReadonlySet<Row>,
  at: number,
): Promise<Row[]> {
  const answered = known.rows.filter(
    (row) => row.state === 'sent' && !row.isListed && row.moved !== 0 && !received.has(row),
  )
  const listed: Row[] = []
  for (const payload of new Set(answered.map((row) => row.payload))) {
    const rows = answered.filter((row) => row.payload === payload)
    const left = (await lookUp(known, payload, at))?.left
    if (left !== undefined) listed.push(...rows.slice(0, countListed(rows, left)))
  }
  return listed
}

/**
 * Counts the rows up to and including the last row whose decision left exactly `left` people on the
 * ticket. If there is no such row, other phones have admitted people too. Then counts up to the
 * last row whose decision left at least `left` people.
 */
function countListed(rows: readonly Row[], left: number): number {
  const after = rows.map(({ decision }) => decision?.left ?? Number.NEGATIVE_INFINITY)
  if (after.includes(left)) return after.lastIndexOf(left) + 1
  const behind = [...after].reverse().findIndex((people) => people >= left)
  return behind < 0 ? 0 : after.length - behind
}
