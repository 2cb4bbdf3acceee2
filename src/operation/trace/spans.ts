import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/db.ts'
import {
  selectTracedFacts,
  type TracedFacts,
  type TracedMessage,
  type TracedPayment,
} from './trace.sql.ts'

/** A step of an order, with its start and its end. Contains no personal data and no order code. */
export type Span = {
  name: string
  from: Date
  to: Date
  attributes: Record<string, string>
}

type Step = [name: string, from: Date | null, to: Date | null]

/** Reads the trace of an order by the order's id or code. Null if there is no such order. */
export async function readTrace(
  db: Db,
  idOrCode: string,
): Promise<{ orderId: string; spans: Span[] } | null> {
  const facts = await selectTracedFacts(db, idOrCode)
  return facts && { orderId: facts.order.id, spans: spansOf(facts) }
}

/** The steps of an order from its placing to its last SMS or email, sorted by start. */
function spansOf({ order, payments, messages }: TracedFacts): Span[] {
  // A free order is sold when it is placed.
  const soldAt = order.payment_method === 'free' ? order.created_at : order.paid_at
  const parts = [
    ...payments.flatMap((payment) => spans(paymentSteps(payment), attributesOf(payment))),
    ...spans([['tickets are made', soldAt, order.issued_at]], {}),
    ...messages.flatMap((message) =>
      spans(messageSteps(message), { channel: message.channel, state: message.state }),
    ),
  ].toSorted((one, other) => one.from.getTime() - other.from.getTime())
  const last = Math.max(order.created_at.getTime(), ...parts.map(({ to }) => to.getTime()))
  const { state, payment_method, language } = order
  return [
    {
      name: 'order',
      from: order.created_at,
      to: new Date(last),
      attributes: { state, payment_method, language },
    },
    ...parts,
  ]
}

const attributesOf = ({ attempt, state, settled_by }: TracedPayment) => ({
  ...(attempt !== null && { attempt: String(attempt) }),
  state,
  ...(settled_by !== null && { settled_by }),
})

function paymentSteps(payment: TracedPayment): Step[] {
  const { created_at, prompting_at, prompted_at, reported_at } = payment
  const settled_at = payment.confirmed_at ?? payment.failed_at
  // Without a callback, a status query or M-Pesa's list settled the payment.
  const answered_at = reported_at ?? settled_at
  return [
    ['the prompt waits for its turn', created_at, prompting_at],
    ['M-Pesa takes the prompt', prompting_at, prompted_at],
    ['the payer answers', prompted_at, answered_at],
    ['the answer is settled', reported_at, settled_at],
  ]
}

const messageSteps = ({ channel, created_at, sending_at, sent_at, delivered_at }: TracedMessage) =>
  [
    [`${channel} waits for its turn`, created_at, sending_at],
    [`${channel} is handed over`, sending_at, sent_at],
    [`${channel} is delivered`, sent_at, delivered_at],
  ] satisfies Step[]

/**
 * Omits steps that have not happened. Also omits steps that end before they start, for example
 * because a callback was late.
 */
const spans = (steps: Step[], attributes: Span['attributes']): Span[] =>
  steps.flatMap(([name, from, to]) =>
    from && to && from <= to ? [{ name, from, to, attributes }] : [],
  )

/**
 * The spans in OTLP's JSON. The trace id is a hash of the order's id, so a trace that is sent twice
 * is one trace, and its reader cannot open the order's tickets. Source: opentelemetry.io/docs/specs/otlp, 'JSON Protobuf Encoding'.
 */
export function toOtlp(orderId: string, all: Span[]): object {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const traceId = hash(orderId).slice(0, 32)
  const idOf = (index: number) => hash(`${orderId} ${index}`).slice(0, 16)
  const spans = all.map(({ name, from, to, attributes }, index) => ({
    traceId,
    spanId: idOf(index),
    ...(index > 0 && { parentSpanId: idOf(0) }),
    name,
    kind: SPAN_KIND_INTERNAL,
    startTimeUnixNano: toNanos(from),
    endTimeUnixNano: toNanos(to),
    attributes: keyValues(attributes),
  }))
  const resource = { attributes: keyValues({ 'service.name': 'lango' }) }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'lango' }, spans }] }] }
}

const SPAN_KIND_INTERNAL = 1

const toNanos = (at: Date) => `${at.getTime()}000000`

const keyValues = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))

/** A line for each span: seconds since the order's start, duration in seconds, and name. */
export function traceLines(all: Span[]): string[] {
  const began = all[0]!.from.getTime()
  const seconds = (ms: number) => (ms / 1000).toFixed(3).padStart(9)
  return all.map(({ name, from, to, attributes }) => {
    const more = Object.entries(attributes).map(([key, value]) => `${key}=${value}`)
    const times = seconds(from.getTime() - began) + seconds(to.getTime() - from.getTime())
    return [times, name, ...more].join('  ')
  })
}
