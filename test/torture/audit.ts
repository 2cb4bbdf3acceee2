import type { LedgerRow } from './clients.ts'
import { type Facts, findOpenEnds, isUnproved, type readStockTables } from './facts.ts'
import { checkFigures } from './figures.ts'
import { checkHistories } from './histories.ts'
import { checkCodes, payablePrices } from './prices.ts'
import { groupBy, inCents, leftLines, SOLD_STATES, sum } from './rows.ts'

/**
 * Checks the product's invariants (design section 8) against the rows of all tables and the
 * sandbox's ledger. Returns a sentence for each violation.
 */
export function audit(facts: Facts): string[] {
  return [
    ...findOpenEnds(facts).map((end) => `left over: ${end}`),
    ...checkStock(facts),
    ...checkReceipts(facts),
    ...checkPaidBack(facts),
    ...checkSums(facts),
    ...checkBooks(facts),
    ...checkOrders(facts),
    ...checkAwaitingTickets(facts),
    ...checkAmounts(facts),
    ...checkCodes(facts),
    ...checkFigures(facts),
    ...checkTickets(facts),
    ...checkGates(facts),
    ...checkPrompts(facts),
    ...checkHistories(facts),
    ...checkTexts(facts),
  ]
}

type StockFacts = Awaited<ReturnType<typeof readStockTables>>

/** Checks that types and limits count exactly the lines whose tickets are held or sold. */
export function checkStock(facts: StockFacts): string[] {
  const { types, limits, lineLimits, orders, lines, holds } = facts
  const left = leftLines(facts)
  const holdState = new Map(holds.map((hold) => [hold.order_id, hold.state]))
  type Line = (typeof lines)[number]
  const counted = groupBy(
    lineLimits.filter((link) => link.is_counted),
    (link) => link.limit_id,
  )
  const ofLimits = limits.map((limit) => {
    const ids = new Set(counted.get(limit.id)?.map((link) => link.order_line_id))
    const name = `${limit.kind} ${limit.id}`
    return { ...limit, name, isOwn: (line: Line) => ids.has(line.id) }
  })
  const ofTypes = types.map((type) => ({
    ...type,
    isOwn: (line: Line) => line.ticket_type_id === type.id,
  }))
  const isHeld = (line: Line) => holdState.get(line.order_id) === 'held'
  const counts = [...ofTypes, ...ofLimits].flatMap(({ name, capacity, isOwn, ...stock }) => {
    const held = sum(lines.filter((line) => isOwn(line) && isHeld(line)).map((one) => one.quantity))
    const sold = sum(left.filter(isOwn).map((line) => line.quantity))
    return [
      ...(stock.held + stock.sold > (capacity ?? Infinity) ? [`${name} is oversold`] : []),
      ...(stock.held !== held ? [`${name}: held ${stock.held}, but holds sum to ${held}`] : []),
      ...(stock.sold !== sold ? [`${name}: sold ${stock.sold}, but orders sum to ${sold}`] : []),
    ]
  })
  const holdsOfOrders = orders.flatMap((order) => {
    const isSold = SOLD_STATES.includes(order.state)
    if (isSold === (holdState.get(order.id) === 'sold')) return []
    return [`order ${order.code} is ${order.state} and its hold ${holdState.get(order.id)}`]
  })
  return [...counts, ...holdsOfOrders]
}

/**
 * Checks that every receipt in the ledger belongs to exactly one payment with one use, and that
 * every payment's receipt is in the ledger.
 */
function checkReceipts({ ledger, payments, orders, strays }: Facts): string[] {
  const ours = groupBy(payments, (payment) => payment.mpesa_receipt ?? 'none')
  const codes = new Map(orders.map((order) => [order.id, order.code]))
  const known = new Set(ledger.map((row) => row.receipt))
  const ofNoOrder = new Map(strays.map((stray) => [stray.receipt, stray.amount_cents]))
  const taken = ledger.flatMap((row) => {
    const [payment, ...more] = ours.get(row.receipt) ?? []
    const name = `receipt ${row.receipt} of KES ${row.amount} for ${row.account_reference}`
    const isStray = ofNoOrder.get(row.receipt) === inCents(row.amount)
    if (!payment) return isStray ? [] : [`${name} is in no payment`]
    const code = codes.get(payment.order_id)
    return [
      ...(more.length > 0 ? [`${name} is in ${more.length + 1} payments`] : []),
      ...(payment.use === null || payment.use === 'suspense' ? [`${name}: ${payment.use}`] : []),
      ...(payment.confirmed_amount_cents !== inCents(row.amount)
        ? [`${name} is booked with ${payment.confirmed_amount_cents} cents`]
        : []),
      ...(code !== asCode(row.account_reference)
        ? [`${name} is booked for the order ${code}`]
        : []),
      // A payment may be completed by the money of a different prompt. M-Pesa's list then shows the
      // payer's number, which may differ. A masked number cannot be compared.
      ...((payment.payer ?? payment.phone) !== row.msisdn && !payment.payer_masked
        ? [`${name} is booked for another phone`]
        : []),
    ]
  })
  const invented = payments
    .filter((payment) => payment.mpesa_receipt !== null && !known.has(payment.mpesa_receipt))
    .map((payment) => `M-Pesa knows no receipt ${payment.mpesa_receipt}`)
  const unproved = payments
    .filter(isUnproved)
    .map((payment) => `payment ${payment.id} is confirmed without a receipt`)
  // Checks that no alarm reported a receipt as missing from M-Pesa's list, because false alarms may
  // hide a real alarm.
  const alarms = payments
    .filter((payment) => payment.alarmed_at !== null)
    .map((payment) => `people were told that the receipt ${payment.mpesa_receipt} is in no list`)
  return [...taken, ...invented, ...unproved, ...alarms]
}

/**
 * Checks that each finished refund moved its money exactly once, and that M-Pesa moved no other
 * money.
 */
export function checkPaidBack({ paidBack, refunds, payments }: Facts): string[] {
  const receipts = new Map(payments.map((payment) => [payment.id, payment.mpesa_receipt]))
  const byWay = refunds.filter((refund) => refund.way !== 'manual' && refund.state === 'done')
  const isOf = (row: LedgerRow, refund: (typeof refunds)[number]) =>
    row.kind === 'reversal'
      ? refund.is_rest &&
        row.original_receipt === (refund.unmatched_receipt ?? receipts.get(refund.payment_id ?? ''))
      : row.receipt === refund.receipt
  const made = byWay.flatMap((refund) => {
    const rows = paidBack.filter((row) => isOf(row, refund))
    const cents = sum(rows.map((row) => inCents(row.amount)))
    const name = `the refund ${refund.id} of ${refund.amount_cents} cents`
    return rows.length === 1 && cents === refund.amount_cents
      ? []
      : [`${name} moved ${cents} cents in ${rows.length} rows`]
  })
  const strange = paidBack
    .filter((row) => !byWay.some((refund) => isOf(row, refund)))
    .map((row) => `M-Pesa paid back ${row.receipt} of KES ${row.amount}, and we know nothing of it`)
  return [...made, ...strange]
}

/** An order's code as the shop writes it. People type it in small letters and with spaces. */
const asCode = (typed: string) => typed.toUpperCase().replaceAll(' ', '')

function checkSums({ ledger, payments, strays }: Facts): string[] {
  const taken = sum(ledger.map((row) => inCents(row.amount)))
  const ofNoOrder = strays.filter(({ state }) => state !== 'attached')
  const byMpesa = payments.filter(({ method }) => method !== 'cash')
  const booked = sum([
    ...byMpesa.map((payment) => payment.confirmed_amount_cents ?? 0),
    ...ofNoOrder.map((stray) => stray.amount_cents),
  ])
  return taken === booked ? [] : [`M-Pesa took ${taken} cents, our payments sum to ${booked}`]
}

/** Checks that the ledger agrees with the states of orders and payments. */
function checkBooks({ books }: Facts): string[] {
  return books.map(
    ({ what, name, expected, booked }) => `books, ${what} (${name}): ${booked} for ${expected}`,
  )
}

/** Checks that `order_awaiting_tickets` has exactly the paid orders without tickets. */
function checkAwaitingTickets({ orders, unissued }: Facts): string[] {
  const found = new Set(unissued.map((row) => row.order_id))
  return orders
    .filter((order) => (order.state === 'paid') !== found.has(order.id))
    .map(
      ({ id, code, state }) =>
        `order ${code} (${state}) is ${found.has(id) ? '' : 'not '}found as one without tickets`,
    )
}

/** Checks that the payments of an order agree with the order's state. */
function checkOrders({ orders, payments, orderEvents }: Facts): string[] {
  const byOrder = groupBy(payments, (payment) => payment.order_id)
  const paidOnce = groupBy(
    orderEvents.filter((event) => event.to_state === 'paid'),
    (event) => event.order_id,
  )
  return orders.flatMap((order) => {
    const uses = (byOrder.get(order.id) ?? []).map((payment) => payment.use)
    const sales = uses.filter((use) => use === 'sale').length
    const refunds = uses.filter((use) => use === 'refund_due' || use === 'refunded').length
    const isSold = SOLD_STATES.includes(order.state)
    const isPaid = isSold && order.payment_method !== 'free'
    const name = `order ${order.code} (${order.state})`
    return [
      ...(sales !== (isPaid ? 1 : 0) ? [`${name} has ${sales} sales`] : []),
      ...(order.state === 'refund_due' && refunds === 0 ? [`${name} has nothing to refund`] : []),
      ...(!isSold && !/^refund/.test(order.state) && uses.includes('refund_due')
        ? [`${name} hides that money is due back`]
        : []),
      ...((paidOnce.get(order.id)?.length ?? 0) > 1 ? [`${name} was paid twice`] : []),
    ]
  })
}

/**
 * Checks the order's total, computed as the server does: each line is rounded up to whole
 * shillings, and no other charge is added.
 */
function checkAmounts(facts: Facts): string[] {
  const { orders, lines, payments, types } = facts
  const soldIn = new Map(types.map(({ id, sold_in }) => [id, sold_in]))
  const unitsOf = ({ ticket_type_id, quantity }: (typeof lines)[number]) =>
    quantity / soldIn.get(ticket_type_id)!
  const prices = payablePrices(facts)
  const byOrder = groupBy(lines, (line) => line.order_id)
  const strange = lines
    .filter(
      (line) => !prices.get(line.ticket_type_id)!.some((of) => of.price_cents === line.price_cents),
    )
    .map((line) => `the line ${line.id} was sold for ${line.price_cents} cents`)
  const wrong = orders.flatMap((order) => {
    const amounts = (byOrder.get(order.id) ?? []).map((line) =>
      inCents(Math.ceil((line.price_cents * unitsOf(line)) / 100)),
    )
    return order.amount_cents === sum(amounts)
      ? []
      : [`order ${order.code} costs ${order.amount_cents} cents instead of ${sum(amounts)}`]
  })
  const owed = new Map(orders.map((order) => [order.id, order.amount_cents]))
  const underpaid = payments
    .filter((payment) => payment.use === 'sale')
    .filter((payment) => payment.confirmed_amount_cents !== owed.get(payment.order_id))
    .map(
      (payment) =>
        `a sale of ${payment.confirmed_amount_cents} cents instead of ${owed.get(payment.order_id)}`,
    )
  return [...strange, ...wrong, ...underpaid]
}

/** Checks that the valid tickets of each line admit as many people as the line has left. */
export function checkTickets(facts: StockFacts): string[] {
  const { orders, tickets } = facts
  const byLine = groupBy(tickets, (ticket) => ticket.order_line_id)
  const states = new Map(orders.map((order) => [order.id, order.state]))
  const codes = new Map(orders.map((order) => [order.id, order.code]))
  return leftLines(facts).flatMap((line) => {
    const wanted = states.get(line.order_id) === 'issued' ? line.quantity : 0
    const made = byLine.get(line.id) ?? []
    // A refund makes tickets void, and void tickets admit no one.
    const good = made.filter((ticket) => ticket.state !== 'void')
    const admits = sum(good.map((ticket) => ticket.admits))
    const name = `order ${codes.get(line.order_id)}`
    const strange = made.filter((ticket) => ticket.order_id !== line.order_id)
    return [
      ...(admits !== wanted ? [`${name}: tickets for ${admits} instead of ${wanted}`] : []),
      ...(strange.length > 0 ? [`${name} has tickets of another order`] : []),
    ]
  })
}

/**
 * Checks that each ticket admitted at most its number of people, and that its count equals the
 * people admitted by its check-ins.
 */
function checkGates({ tickets, checkIns }: Facts): string[] {
  const byTicket = groupBy(checkIns, (row) => row.ticket_id ?? 'none')
  return tickets.flatMap((ticket) => {
    const inside = sum((byTicket.get(ticket.id) ?? []).map((row) => row.admits))
    const name = `ticket ${ticket.number}`
    return [
      ...(inside > ticket.admits ? [`${name} let in ${inside} of ${ticket.admits}`] : []),
      ...(inside !== ticket.admitted ? [`${name} counts ${ticket.admitted}, not ${inside}`] : []),
      ...(ticket.state === 'used' && inside < ticket.admits ? [`${name} is used too early`] : []),
    ]
  })
}

/** Checks that each requested prompt was on the phone at most once. */
function checkPrompts({ orders, payments, prompts }: Facts): string[] {
  const byOrder = groupBy(payments, (payment) => payment.order_id)
  return orders.flatMap((order) => {
    const asked = (byOrder.get(order.id) ?? []).filter((payment) => payment.attempt !== null).length
    const shown = prompts.get(order.code) ?? 0
    return shown > asked ? [`order ${order.code}: ${shown} prompts, ${asked} were asked for`] : []
  })
}

const asTicketKey = (part: string) => (part.startsWith('ticket:') ? part : `ticket:${part}`)

/**
 * Checks that each ticket SMS and each message about money is on its phone exactly once, plus once
 * for each resend.
 */
function checkTexts({ tickets, payments, messages, texts }: Facts): string[] {
  // An SMS may be about two tickets. Its key is then 'ticket:' and the two ids, joined by a plus.
  const keys = new Set(
    messages.flatMap(({ dedupe_key }) => [dedupe_key, ...dedupe_key.split('+').map(asTicketKey)]),
  )
  const due = payments.filter((payment) => /^refund/.test(payment.use ?? ''))
  const wanted = [
    ...tickets.map((ticket) => `ticket:${ticket.id}`),
    ...due.map((payment) => `refund_due:${payment.id}`),
  ]
  const untold = wanted.filter((key) => !keys.has(key)).map((key) => `no message says ${key}`)
  const unsent = messages
    .filter((message) => message.state !== 'sent' && message.state !== 'delivered')
    .map((message) => `message ${message.dedupe_key} is ${message.state}`)
  // Two refunds of the same order may have messages with the same text.
  const kept = messages.filter((message) => message.body !== '')
  const alike = groupBy(kept, (message) => `${message.recipient} ${message.body}`)
  const miscounted = [...alike.values()].flatMap((same) => {
    const { recipient, body } = same[0]!
    const copies = (texts.get(recipient) ?? []).filter((text) => text.startsWith(body)).length
    const most = same.length + sum(same.map((message) => message.resent))
    if (copies >= same.length && copies <= most) return []
    return [`${copies} SMS instead of ${same.length} to ${most}: ${body}`]
  })
  const bodies = kept.map((message) => message.body)
  // The text of an SMS with a code is emptied once the SMS is sent.
  const codes = groupBy(
    messages.filter((message) => message.body === ''),
    (message) => message.recipient,
  )
  const unexplained = [...texts].flatMap(([phone, all]) =>
    all
      .filter((text) => !bodies.some((body) => text.startsWith(body)))
      .filter((text) => !(codes.has(phone) && /\b\d{6}\b/.test(text)))
      .map((text) => `nobody sent the SMS ${text}`),
  )
  return [...untold, ...unsent, ...miscounted, ...unexplained]
}
