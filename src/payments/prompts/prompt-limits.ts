import { reputationOf } from '../../orders/address-record.rules.ts'
import type { AdmissionCount, AdmissionPolicy } from '../../orders/placing/admission.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { AppError } from '../../platform/errors.ts'
import type { CountedKey } from '../../platform/limits/limits.sql.ts'
import { prefixOf, tooManyRequests, within } from '../../platform/limits/limits.ts'
import { resultText } from '../result.rules.ts'
import {
  type PromptBlockers,
  type QueuedPrompt,
  selectPromptBlockers,
} from './prompt-blockers.sql.ts'
import {
  type PromptRequest,
  type PromptUsage,
  selectPromptUsage,
  type UnansweredPrompts,
} from './prompt-limits.sql.ts'
import { readPromptQueue, rejectIfQueueTooLong } from './prompt-queue.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const ADDRESS_WINDOW_MS = 60_000
const PHONE_TEXT = resultText('too_many_prompts')

type LimitDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

const unansweredSince = (now: Date): Date => new Date(now.getTime() - PHONE_WINDOW_MS)

/**
 * Whether the phone has too many unanswered prompts. Strangers must neither flood a phone nor keep
 * its owner from buying. So an address without an unanswered prompt on the phone may send one
 * prompt over the limit, until the phone has twice the limit.
 */
export function exceedsPromptLimit(
  { env }: Pick<Deps, 'env'>,
  { own, all }: UnansweredPrompts,
): boolean {
  const { pushPerPhone } = env.limits
  return all >= (own === 0 ? 2 * pushPerPhone : pushPerPhone)
}

/** Refuses only prompts that a buyer requests now; a queued payment fails instead. */
function refuseFloodedPhone(deps: Pick<Deps, 'env'>, { unanswered }: PromptUsage): void {
  if (!exceedsPromptLimit(deps, unanswered)) return
  throw tooManyRequests(PHONE_WINDOW_MS / 1000, PHONE_TEXT)
}

/** Reads what blocks a payment's prompt. `client_network` is the address that placed the order. */
export async function readBlockers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  payment: Omit<QueuedPrompt, 'address'>,
  { client_network }: Pick<PromptRequest, 'client_network'>,
): Promise<PromptBlockers> {
  const address = client_network ?? payment.phone
  return await selectPromptBlockers(tx, { ...payment, address }, unansweredSince(clock.now()))
}

/** Maximum per minute. Paid orders raise it, because thousands of phones may share an address. */
const maxPerAddress = ({ env }: Pick<Deps, 'env'>, { record }: PromptUsage): number =>
  env.limits.pushPerAddress + reputationOf(record).extraPrompts

/** The request and, for an IPv6 address, the same request for its /48 network. */
function withPrefix(request: PromptRequest): PromptRequest[] {
  const prefix = prefixOf(request.address)
  return prefix === null ? [request] : [request, { ...request, address: prefix }]
}

/**
 * Runs `work` within the limits of prompts. The request does not count if `work` fails, or if
 * `isFree` returns true for its result.
 */
export async function withinPromptLimits<T>(
  deps: LimitDeps,
  request: PromptRequest,
  work: () => Promise<T>,
  isFree?: (result: T) => boolean,
): Promise<T> {
  const now = deps.clock.now()
  const terms = { now, since: unansweredSince(now) }
  const usages = await selectPromptUsage(deps.db, withPrefix(request), terms)
  assert(usages[0], 'a request has its usage')
  refuseFloodedPhone(deps, usages[0])
  const limits = usages.map((usage) => ({
    key: usage.key,
    windowMs: ADDRESS_WINDOW_MS,
    max: maxPerAddress(deps, usage),
  }))
  const workInTime = async () => {
    await rejectIfQueueTooLong(deps, request.client_network ?? request.phone)
    return await work()
  }
  return await within(deps, limits, workInTime, isFree)
}

/** Limits prompts of new orders. An order by paybill has only the limit per address. */
export function promptAdmission(deps: LimitDeps): AdmissionPolicy {
  return {
    name: 'prompts',
    read: async (db, orders) => {
      const requests = orders.flatMap(({ phone, client_network }) => {
        assert(client_network, 'an order from the web or by USSD has an address')
        return withPrefix({ phone, address: client_network, client_network })
      })
      const now = deps.clock.now()
      const terms = { now, since: unansweredSince(now) }
      const usages = await selectPromptUsage(db, requests, terms)
      const addresses = [...new Set(orders.flatMap((order) => order.client_network ?? []))]
      const refuseByQueue = await readPromptQueue({ ...deps, db }, addresses)
      return () => countAdmitted(deps, usages, refuseByQueue, now)
    },
  }
}

function countAdmitted(
  deps: LimitDeps,
  usages: readonly PromptUsage[],
  refuseByQueue: (address: string) => AppError | null,
  now: Date,
): AdmissionCount {
  const admitted = new Map<string, CountedKey>()
  return {
    admit: ({ phone, client_network, client_prefix, payment_method }) => {
      const own = usages.filter(
        (usage) => usage.phone === phone && [client_network, client_prefix].includes(usage.address),
      )
      assert(own[0] && client_network, 'an order has its usage')
      const isPrompted = payment_method === 'prompt'
      if (isPrompted) refuseFloodedPhone(deps, own[0])
      const counted = own.map((usage) => {
        const { key } = usage
        const max = maxPerAddress(deps, usage)
        const count = admitted.get(key)?.count ?? 0
        if (usage.count + count < max) return { key, count: count + 1, max }
        const end = usage.window_end?.getTime() ?? now.getTime() + ADDRESS_WINDOW_MS
        throw tooManyRequests(Math.max(1, Math.ceil((end - now.getTime()) / 1000)))
      })
      const refusal = isPrompted ? refuseByQueue(client_network) : null
      if (refusal) throw refusal
      for (const one of counted) admitted.set(one.key, { ...one, windowMs: ADDRESS_WINDOW_MS })
    },
    counts: () => [...admitted.values()],
  }
}
