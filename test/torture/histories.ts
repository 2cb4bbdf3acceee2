import type { Facts } from './facts.ts'
import { groupBy } from './rows.ts'

// The allowed changes of state (design section 1). They are repeated here instead of imported, so
// that a mistake in the product is noticed.
const ORDER_LINES =
  'pending>paid pending>failed pending>expired failed>pending failed>expired failed>paid failed>refund_due expired>pending expired>paid expired>refund_due paid>issued paid>refund_due issued>refund_due refund_due>refunded'
const PAYMENT_LINES =
  'created>prompting created>failed prompting>prompted prompting>failed prompting>unknown prompting>created prompting>confirmed prompted>unknown prompted>confirmed prompted>failed unknown>confirmed unknown>failed failed>confirmed confirmed>confirmed'

type Step = { from: string | null; to: string; use?: string | null }

export function checkHistories({ orders, orderEvents, payments, paymentEvents }: Facts): string[] {
  const orderSteps = groupBy(orderEvents, (event) => event.order_id)
  const paymentSteps = groupBy(paymentEvents, (event) => event.payment_id)
  return [
    ...orders.flatMap((order) => {
      const steps = (orderSteps.get(order.id) ?? []).map(
        (event): Step => ({ from: event.from_state, to: event.to_state }),
      )
      const isFree = order.payment_method === 'free'
      // The statement that places a free order also sells it, so the history begins with 'paid'.
      const first = isFree ? 'paid' : 'pending'
      if (steps[0]?.to !== first) return [`order ${order.code} began as ${steps[0]?.to}`]
      return replay(`order ${order.code}`, steps, ORDER_LINES, order)
    }),
    ...payments.flatMap((payment) => {
      const steps = (paymentSteps.get(payment.id) ?? []).map(
        (event): Step => ({ from: event.from_state, to: event.to_state, use: event.use }),
      )
      return replay(`payment ${payment.id}`, steps, PAYMENT_LINES, payment)
    }),
  ]
}

/** Checks that an order's history leads to its present state, step by step and without gaps. */
function replay(
  name: string,
  steps: Step[],
  lines: string,
  now: { state: string; use?: string | null },
): string[] {
  const allowed = new Set(lines.split(' '))
  const way = steps.map(({ from, to }) => `${from ?? ''}>${to}`).join(' ')
  let state: string | null = null
  for (const step of steps) {
    const isStart =
      step.from === null &&
      ['pending', 'paid', 'created', 'prompting', 'confirmed'].includes(step.to)
    const isLine = allowed.has(`${step.from}>${step.to}`)
    if (step.from !== state || !(isStart || isLine)) return [`${name}: torn history ${way}`]
    state = step.to
  }
  const use = steps.findLast((step) => step.use)?.use ?? null
  return [
    ...(state !== now.state ? [`${name} is ${now.state}, its history says ${state}`] : []),
    ...(use !== (now.use ?? null) ? [`${name}: use ${now.use}, its history says ${use}`] : []),
  ]
}
