import { createHash, randomBytes } from 'node:crypto'
import { DEFAULT_GATE } from '../../src/events/event.rules.ts'
import { refundDueSms } from '../../src/payments/payment-sms.rules.ts'
import type { Tx } from '../../src/platform/database/db.ts'
import { newId } from '../../src/platform/ids.ts'
import { toKes } from '../../src/platform/values/money.rules.ts'
import { drawTicketNumber } from '../../src/tickets/issuing/ticket-numbers.ts'
import { ticketSms } from '../../src/tickets/issuing/ticket-sms.rules.ts'
import { PAYLOAD_LENGTH, splitAdmits } from '../../src/tickets/number.rules.ts'
import {
  type GateLoad,
  type IssuedLine,
  insertDelivered,
  insertTickets,
  putGateKeys,
  putGateLoads,
  selectDuePayments,
  selectGateLoads,
  selectIssuedLines,
} from './tickets.sql.ts'

/** The number of rows per statement: about ten megabytes of JSON. */
const ROWS_AT_ONCE = 10_000

/** Issues the tickets of the staged orders, and queues the SMS about tickets and refunds. */
export async function issueTickets(tx: Tx, publicOrigin: string): Promise<void> {
  const lines = await selectIssuedLines(tx)
  const idsOf = (key: 'event_id' | 'ticket_type_id') => [...new Set(lines.map((line) => line[key]))]
  const keys = await putGateKeys(
    tx,
    idsOf('event_id').map((event_id) => ({ event_id, key: randomBytes(32) })),
  )
  const gates = await selectGateLoads(tx, idsOf('ticket_type_id'))
  const gatesOf = Map.groupBy(gates, (gate) => gate.ticket_type_id)
  const taken = new Set<string>()
  const issued = lines.flatMap((line) =>
    issueLine(line, {
      key: keys.get(line.event_id)!,
      gates: gatesOf.get(line.ticket_type_id) ?? [],
      taken,
    }),
  )
  await inPieces(issued, (some) =>
    insertTickets(
      tx,
      some.map(({ row }) => row),
    ),
  )
  await putGateLoads(tx, gates)
  const texts = issued.map(({ line, row, gate }) => ({
    id: newId(),
    order_id: line.order_id,
    recipient: line.phone,
    body: ticketSms({
      language: 'en',
      eventTitle: line.event_title,
      date: line.event_date,
      time: line.event_time,
      location: line.event_location,
      ticketType: line.type_name,
      quantity: row.admits,
      gate: gate?.name ?? DEFAULT_GATE,
      ticketNumber: row.number,
      link: `${publicOrigin}/t/${row.number}`,
    }),
    dedupe_key: `ticket:${row.id}`,
    created_at: line.issued_at,
  }))
  const dues = (await selectDuePayments(tx)).map((payment) => ({
    id: newId(),
    order_id: payment.order_id,
    recipient: payment.phone,
    body: refundDueSms({
      language: 'en',
      eventTitle: payment.event_title,
      amountKes: toKes(payment.amount_cents),
      code: payment.code,
    }),
    dedupe_key: `refund_due:${payment.id}`,
    created_at: payment.due_at,
  }))
  await inPieces([...texts, ...dues], (some) => insertDelivered(tx, some))
}

/**
 * Draws the tickets of an order line. Each ticket gets the gate of its type that has the fewest
 * people so far. No two tickets of an event may have the same list hash; `taken` contains the
 * hashes of earlier tickets.
 */
function issueLine(
  line: IssuedLine,
  { key, gates, taken }: { key: Buffer; gates: GateLoad[]; taken: Set<string> },
) {
  return splitAdmits(line.quantity, 1).map((admits, part) => {
    const gate = gates.toSorted((a, b) => a.admits - b.admits)[0] ?? null
    if (gate) gate.admits += admits
    const row = {
      id: newId(),
      number: drawNumber(line, { part, admits, key, taken }),
      order_id: line.order_id,
      order_line_id: line.line_id,
      part,
      event_id: line.event_id,
      ticket_type_id: line.ticket_type_id,
      gate_id: gate?.id ?? null,
      admits,
      state: line.is_void ? 'void' : 'valid',
      void_reason: line.is_void ? 'refunded' : null,
      created_at: line.issued_at,
    }
    return { line, row, gate }
  })
}

type Drawing = { part: number; admits: number; key: Buffer; taken: Set<string> }

function drawNumber(line: IssuedLine, { part, admits, key, taken }: Drawing): string {
  for (let attempt = 0; ; attempt++) {
    const bits = numberBits(line, `${part}${'+'.repeat(attempt)}`)
    const number = drawTicketNumber(line.type_offset, admits, key, bits)
    const hash = createHash('sha256').update(line.event_id + number.slice(0, PAYLOAD_LENGTH))
    const listHash = `${line.event_id} ${hash.digest('hex').slice(0, 8)}`
    if (taken.has(listHash)) continue
    taken.add(listHash)
    return number
  }
}

/**
 * Random-looking bits of a ticket number. They depend only on the order line and on `part`, so that
 * the sample data is the same on every machine.
 */
function numberBits({ code, position }: IssuedLine, part: string): bigint {
  const hash = createHash('sha256').update(`${code} ${position} ${part}`).digest()
  return hash.readBigUInt64BE() & ((1n << 42n) - 1n)
}

async function inPieces<Row>(rows: Row[], insert: (some: Row[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await insert(rows.slice(at, at + ROWS_AT_ONCE))
  }
}
