import { randomUUID } from 'node:crypto'
import { FAULT_KINDS, type FaultKind } from '../sandbox/faults.ts'
import type { DarajaResult } from '../src/payments/mpesa/operation.ts'
import { isStatus, type Moved, type Operation, resultOf } from './refund-results.ts'
import type { Stage } from './stage.ts'

// Simulates M-Pesa's side of refunds: the requests that M-Pesa gets, the money that it moves, and
// the results that it posts.

/**
 * The faults of a request. With `not_taken` and `taken` the shop gets no response: with `not_taken`
 * M-Pesa has not accepted the request, and with `taken` it has.
 */
export type RefundFault =
  | 'none'
  | 'later'
  | 'unreachable'
  | 'turned_down'
  | 'not_taken'
  | 'taken'
  | 'before_answer'
  | 'late'
  | 'lost'
  | 'twice'
  | 'refused'
  | 'timeout'
  | 'timeout_done'

/**
 * Maps each fault of the sandbox to the fault that our client sees. `mpesa/refund-faults.test.ts`
 * checks that the sandbox and this simulation behave alike.
 */
export const SEEN_AS: Record<FaultKind<'reversal' | 'b2c' | 'b2b' | 'status'>, RefundFault> = {
  delay_ms: 'late',
  drop: 'lost',
  duplicate: 'twice',
  before_answer: 'before_answer',
  refused: 'refused',
  timeout: 'timeout',
  timeout_done: 'timeout_done',
  http_429: 'later',
  http_500: 'not_taken',
  html_503: 'not_taken',
  drop_after_accept: 'taken',
}

const isMoney = (kind: Kind) => kind === 'reversal' || kind === 'b2c' || kind === 'b2b'

/**
 * Lists all faults of a request of this kind: no fault, no connection, a refusal by the gateway,
 * and the sandbox's faults.
 */
export function faultsOf(group: Exclude<Kind, 'balance'>) {
  const ours = ['none', 'unreachable', 'turned_down'] as const
  const theirs = FAULT_KINDS[isMoney(group) ? group : 'status']
  return [
    ...ours.map((name) => ({ name: name as string, fault: name as RefundFault })),
    ...theirs.map((name) => ({ name: name as string, fault: SEEN_AS[name] })),
  ]
}

/**
 * The kind of a request. Transaction Status has four kinds: `status` (an attempt without a result),
 * `confirm` (an attempt whose result must be confirmed), `receipt` (the buyer's payment, before it
 * is refunded by B2C) and `sold` (the daily query about the receipts of sales).
 */
const KINDS = ['reversal', 'b2c', 'b2b', 'status', 'confirm', 'receipt', 'sold', 'balance'] as const
type Kind = (typeof KINDS)[number]

const STATUS_KINDS: Record<string, Kind> = {
  'Refund status': 'status',
  'Refund result': 'confirm',
  'Payout status': 'status',
  'Payout result': 'confirm',
  'Payment status': 'receipt',
  'Receipt status': 'sold',
}

export type RefundRequest = {
  kind: Kind
  receipt?: string
  phone?: string
  /** The till or paybill that is paid. */
  shortCode?: string
  amountCents?: number
  /** The receipt of the payment to refund. */
  occasion?: string
  originatorConversationId?: string
  /** The shortcode that a query names: `collection` collects payments, `b2c` pays customers. */
  of?: 'collection' | 'b2c'
  remarks?: string
  resultUrl: string
  timeoutUrl: string
}

type RefundReport = { url: string; body: object }

let receipts = 0
const newRefundReceipt = () => `UKR${String(++receipts).padStart(7, '0')}`

const REFUSALS: Partial<Record<Kind, string>> = {
  reversal: '21',
  b2c: '2040',
  b2b: '2040',
  balance: '21',
}

const OF_MONEY = [
  'doubtful messages',
  'holds past their end',
  'silent pushes',
  'stuck payments',
  'missing receipts',
  'unexplained money',
  'paid without tickets',
  'refunds',
  'payouts',
  'cancellations',
  'paid after a move',
  'sold receipts',
]

/** Replaces M-Pesa in this stage, until the next call of this function. */
export function playRefunds(stage: Stage) {
  const world = {
    /** The faults of the next requests of each kind, in order. Further requests have no fault. */
    faults: Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<
      Kind,
      RefundFault[]
    >,
    /**
     * If set, chooses the fault of each request instead of `faults`. For tests in which many
     * refunds run concurrently.
     */
    faultOf: null as ((request: RefundRequest) => RefundFault) | null,
    /** All requests except balance queries and the queries in `checks`. */
    requests: [] as RefundRequest[],
    moved: [] as Moved[],
    /** Queries of the kinds `confirm`, `receipt` and `sold`. */
    checks: [] as RefundRequest[],
    /** M-Pesa's charge for each B2C payment. */
    chargeCents: 0,
    /** Delayed results; `deliver` posts them. */
    late: [] as RefundReport[],
    outbox: [] as RefundReport[],
    utilityCents: 1_000_000_00,
    now: () => stage.clock.now(),
    taken: new Map<string, number>(),
    operations: [] as Operation[],
    /** Posts M-Pesa's results and runs the jobs that process them. */
    deliver: async () => {
      do {
        for (let told = world.outbox.shift(); told; told = world.outbox.shift()) await tell(told)
        // Jobs may query M-Pesa about a result. The answers are delivered too.
        await stage.runJobs()
      } while (world.outbox.length > 0)
    },
    deliverLate: async () => {
      world.outbox.push(...world.late.splice(0))
      await world.deliver()
    },
    /**
     * Moves the clock until no work is left. Runs all sweeps in the first and the last hour. In
     * between, runs only the sweeps that move money. Hourly reconciliations would double the time.
     */
    settle: async (hours = 30) => {
      for (let hour = 1; hour <= hours; hour++) {
        stage.pass(3600_000)
        await stage.sweep(hour === 1 || hour === hours ? undefined : OF_MONEY)
        await world.deliver()
      }
    },
    kinds: () => world.requests.map(({ kind }) => kind),
    calls: (kind: Kind) => world.requests.filter((request) => request.kind === kind),
  }
  const tell = async ({ url, body }: RefundReport) => {
    const path = new URL(url).pathname
    const answer = await stage.app.inject({ method: 'POST', url: path, payload: body })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  }
  const by = (kind: Kind) => (request: object) =>
    answer(world, { kind, ...request } as RefundRequest, async (told) => {
      await tell(told)
      await stage.runJobs()
    })
  Object.assign(stage.daraja, {
    ...{ reverse: by('reversal'), payCustomer: by('b2c'), payBusiness: by('b2b') },
    ...{ askBalance: by('balance') },
    askStatus: (request: RefundRequest) => by(STATUS_KINDS[request.remarks!]!)(request),
  })
  return world
}

export type RefundWorld = ReturnType<typeof playRefunds>

/** Responds to a request. `tellNow` posts a result and processes it before the response arrives. */
async function answer(
  world: Omit<RefundWorld, 'deliver'>,
  request: RefundRequest,
  tellNow: (told: RefundReport) => Promise<void>,
): Promise<DarajaResult> {
  const isCheck = ['confirm', 'receipt', 'sold'].includes(request.kind)
  if (isCheck) world.checks.push(request)
  else if (request.kind !== 'balance') world.requests.push(request)
  const fault = world.faultOf?.(request) ?? world.faults[request.kind].shift() ?? 'none'
  const early = answerAtOnce(fault)
  if (early) return early
  const originator = request.kind === 'b2c' ? request.originatorConversationId! : randomUUID()
  const isUsed = world.operations.some((known) => known.originator === originator)
  if (request.kind === 'b2c' && isUsed) return { kind: 'duplicate', raw: {} }
  const operation = {
    originator,
    conversation: randomUUID(),
    ...carryOut(world, request, fault, originator),
  }
  if (!isStatus(request)) world.operations.push(operation)
  const body = resultOf(request, operation)
  const told = fault.startsWith('timeout')
    ? {
        url: request.timeoutUrl,
        body: { Result: { ...body.Result, ResultType: 1, ResultCode: 1 } },
      }
    : { url: request.resultUrl, body }
  if (fault === 'late') world.late.push(told)
  else if (fault === 'before_answer') await tellNow(told)
  else if (fault !== 'lost') world.outbox.push(told)
  if (fault === 'twice') world.outbox.push(told)
  if (fault === 'taken') return { kind: 'unknown', raw: {} }
  const { conversation: conversationId } = operation
  return { kind: 'accepted', originatorConversationId: originator, conversationId, raw: {} }
}

function answerAtOnce(fault: RefundFault): DarajaResult | null {
  if (fault === 'later') return { kind: 'later', raw: {} }
  if (fault === 'unreachable') return { kind: 'refused', code: 'unreachable', raw: {} }
  if (fault === 'turned_down') return { kind: 'refused', code: '400.002.02', raw: {} }
  if (fault === 'not_taken') return { kind: 'unknown', raw: {} }
  return null
}

type Books = Pick<
  RefundWorld,
  'chargeCents' | 'moved' | 'taken' | 'utilityCents' | 'operations' | 'now'
>

/**
 * Moves the money as M-Pesa does: a receipt is reversed only once and only in full, and an account
 * without enough money pays nothing.
 */
function carryOut(
  world: Books,
  request: RefundRequest,
  fault: RefundFault,
  originator: string,
): Pick<Operation, 'code' | 'moved'> {
  const { kind, receipt: original, amountCents = 0, phone } = request
  if (fault === 'refused') return { code: REFUSALS[kind] ?? '2001', moved: null }
  if (fault === 'timeout' && !isStatus(request)) return { code: 'expired', moved: null }
  if (kind === 'balance') return { code: '0', moved: null }
  if (isStatus(request)) return findSubject(world, request)
  if (kind === 'reversal') {
    const isGone = world.moved.some((row) => row.original === original)
    if (isGone) return { code: 'R000001', moved: null }
    if (world.taken.get(original!) !== amountCents) return { code: 'R000002', moved: null }
  } else if (kind === 'b2c') {
    if (world.utilityCents < amountCents) return { code: '1', moved: null }
    world.utilityCents -= amountCents
  }
  const receipt = newRefundReceipt()
  const moved: Moved = {
    kind: kind === 'b2c' || kind === 'b2b' ? kind : 'reversal',
    receipt,
    amountCents,
    original,
    phone,
    shortCode: request.shortCode,
    originator,
  }
  if (kind === 'b2c') Object.assign(moved, { leftCents: world.utilityCents, at: world.now() })
  world.moved.push(moved)
  return { code: '0', moved }
}

/**
 * Finds the subject of a status query by the id of a request or by a receipt. The receipt belongs
 * to the original payment.
 */
function findSubject(world: Books, request: RefundRequest): Pick<Operation, 'code' | 'moved'> {
  const { originatorConversationId: originator, receipt } = request
  const about = world.operations.find((one) => one.originator === originator)
  if (about) {
    const { chargeCents } = world
    return { code: about.code, moved: about.moved && { ...about.moved, chargeCents } }
  }
  const amountCents = receipt === undefined ? undefined : world.taken.get(receipt)
  if (amountCents === undefined) return { code: 'R000002', moved: null }
  // The receipt finds the original payment, whose status says whether it was reversed.
  const isBack = world.moved.some(
    ({ kind, original }) => kind === 'reversal' && original === receipt,
  )
  const paid = { kind: 'reversal', receipt: receipt!, amountCents, originator: '' } as const
  return { code: isBack ? 'reversed' : '0', moved: paid }
}
