import type { TaskFact } from '../platform/tasks/tasks.contract.ts'
import { listWords } from '../platform/values/list-words.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { countOf, formatExactKes } from '../ui/office/formats.rules.ts'

/** The refunds after a cancellation or reschedule, and the balances that pay for them. */
export type MeasureMoney = {
  /** The sum of the refunds. */
  amount_cents: number
  /** The orders of which money is refunded, and their tickets, without add-ons. */
  paid_orders: number
  paid_tickets: number
  /** The amount that the refunds take from the organizer: without our fees and without cash. */
  cost_cents: number
  /** The balance of the event; negative if the organizer owes us. */
  owed_cents: number
  paid_out_cents: number
  besides: {
    /** The requested payout of the event that waits for approval. */
    asked_cents: number
    /** The open reports of visitors about the event. */
    reports: number
    /** The part of the balance that is free for refunds of other events. */
    free_cents: number
    /** The event's sales less refunds and fees, before payouts. */
    earned_cents: number
    /** The reserve for refunds of the event itself, in 0.01 % of `earned_cents`. */
    reserve_share: number
    /** The amount that the organizer's other events have for refunds; negative if they lack money. */
    others_cents: number
    /** The amount that the organizer owes us at present, as on the statement. */
    uncovered_cents: number
    /**
     * The other events whose refunds may exceed their balances, and by how much. `debt_cents`: the
     * part that buyers need not claim first.
     */
    lacking: { title: string; cents: number; debt_cents: number }[]
  }
}

/**
 * `most` is 'At most ' if buyers may keep their tickets, otherwise ''. `verb` is the admin's next
 * step, such as 'approve'.
 */
type Terms = { most: string; verb: string }

const kes = (cents: number) => formatExactKes(toKes(cents))

/** The amount that the balance lacks for the refunds of all tickets. */
export const missingCents = ({ cost_cents, owed_cents }: MeasureMoney) =>
  Math.max(0, cost_cents - Math.max(0, owed_cents))

/**
 * The amount that the organizer's other events can spare for this one. They first pay what this
 * event owes us already.
 */
const spareElsewhere = ({ besides, owed_cents }: MeasureMoney) =>
  Math.max(0, besides.others_cents + Math.min(0, owed_cents))

/**
 * The sources that pay `cost_cents`: the balance of the event, other events, and then we: the
 * organizer owes us the debt.
 */
export function costSources(money: MeasureMoney) {
  const missing = missingCents(money)
  const elsewhere = Math.min(missing, spareElsewhere(money))
  return {
    balance_cents: money.cost_cents - missing,
    elsewhere_cents: elsewhere,
    debt_cents: missing - elsewhere,
  }
}

export const fact = (label: string, text: string, is_warning = false): TaskFact => ({
  ...{ label, text, is_warning },
})

/** 'At most KES 900,000 (1,200 tickets, 600 orders)' */
export const refundsFact = (
  { amount_cents, paid_tickets, paid_orders }: MeasureMoney,
  most: string,
): TaskFact =>
  fact(
    'Refunds',
    `${most}${kes(amount_cents)} (${countOf(paid_tickets, 'ticket')}, ${countOf(paid_orders, 'order')})`,
  )

/** The missing amount, the share that the organizer's other events cover, and the rest. */
function missingFacts(money: MeasureMoney, { most, verb }: Terms): TaskFact[] {
  const missing = missingCents(money)
  if (missing === 0) return []
  const elsewhere = spareElsewhere(money)
  const covered =
    elsewhere > 0
      ? `The organizer's other events can spare ${kes(elsewhere)} for it`
      : 'No other event of the organizer can spare money for it'
  const { debt_cents: uncovered } = costSources(money)
  const facts = [
    fact(
      'Missing from the balance',
      `${most}${kes(missing)}. ${uncovered > 0 ? covered : "The organizer's other events cover it"}`,
      true,
    ),
  ]
  if (uncovered > 0) {
    const debt = `${most}${kes(uncovered)}. If you ${verb}, we pay it and the organizer owes it to us`
    facts.push(fact('Not covered', debt, true))
  }
  return facts
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** The part of the balance that is free for other events once the refunds have taken their money. */
function freeAfter({ cost_cents, besides }: MeasureMoney): number {
  const { free_cents, earned_cents, reserve_share } = besides
  const reserveOf = (cents: number) => Math.ceil((Math.max(0, cents) * reserve_share) / 10_000)
  const released = reserveOf(earned_cents) - reserveOf(earned_cents - cost_cents)
  return Math.max(0, free_cents - cost_cents + released)
}

/** Refunds of other events that this event can cover now, but no longer after the measure. */
function uncoveredAfter(money: MeasureMoney): number {
  const { free_cents, others_cents, lacking } = money.besides
  const spare = others_cents + sumOf(lacking.map(({ debt_cents }) => debt_cents))
  const missing = sumOf(lacking.map(({ cents }) => cents)) - Math.max(0, spare)
  const covered = Math.min(Math.max(0, missing), free_cents)
  return Math.max(0, covered - freeAfter(money))
}

/** The waiting payout and reports of the event, and other events that need this event's money. */
function besideFacts(money: MeasureMoney, { verb }: Terms): TaskFact[] {
  const { asked_cents, reports, lacking, uncovered_cents: debt } = money.besides
  const uncovered = uncoveredAfter(money)
  const titles = listWords(lacking.map(({ title }) => title))
  const needed = `If you ${verb}, ${kes(uncovered)} for refunds of ${titles} may no longer be covered`
  return [
    ...(asked_cents > 0
      ? [fact('Payout requested', `${kes(asked_cents)} waits for approval`, true)]
      : []),
    ...(reports > 0 ? [fact('Reports by visitors', `${reports} open`, true)] : []),
    ...(debt > 0 ? [fact('Owed to us already', kes(debt), true)] : []),
    ...(uncovered > 0 ? [fact('Covers other events', needed, true)] : []),
  ]
}

/** The balance of the event, and the part of the refunds that it pays. */
function balanceFacts(money: MeasureMoney, most: string): TaskFact[] {
  const { amount_cents, cost_cents, owed_cents, paid_out_cents: paid } = money
  const without = cost_cents < amount_cents ? ', without our fees and cash' : ''
  return [
    fact("Event's balance", kes(owed_cents), missingCents(money) > 0),
    fact('Paid out already', paid > 0 ? kes(paid) : 'Nothing', paid > 0),
    fact('Taken from the organizer', `${most}${kes(cost_cents)}${without}`),
  ]
}

/** The facts about money on which an admin bases a cancellation or reschedule. */
export const moneyFacts = (money: MeasureMoney, terms: Terms): TaskFact[] => [
  ...besideFacts(money, terms),
  ...missingFacts(money, terms),
  ...balanceFacts(money, terms.most),
]

/**
 * The facts for an admin who refunds an order, the missing money first. Empty if enough money is
 * left for all refunds.
 */
export function refundMoneyFacts(money: MeasureMoney): TaskFact[] {
  if (missingCents(money) === 0 && uncoveredAfter(money) === 0) return []
  const terms = { most: '', verb: 'refund' }
  return [
    ...missingFacts(money, terms),
    ...besideFacts(money, terms),
    ...balanceFacts(money, terms.most),
  ]
}
