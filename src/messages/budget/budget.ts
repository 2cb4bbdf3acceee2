import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { ErrorText } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import {
  type CountedKey,
  countKeys,
  secondsUntilAllowed,
} from '../../platform/limits/limits.sql.ts'
import { tooManyRequests } from '../../platform/limits/limits.ts'
import type { CountedMessageKey, MessageKey } from '../jobs.ts'
import { type QueuedEmail, type QueuedSms, queueEmail, queueSms } from '../outbox.ts'

type BudgetDeps = Pick<Deps, 'env' | 'clock'>

const DAY_MS = 24 * 3600_000

type Budget = {
  max: keyof Deps['env']['limits']
  all: (max: number) => ErrorText
  each: (max: number) => ErrorText
}

/** Each budget's setting, and the error texts for an organizer or recipient at the limit. */
const BUDGETS = {
  messages: {
    max: 'budgetMessages',
    all: (max: number) => `Your organization has sent ${max} messages today, the most it can send.`,
    each: (max: number) => `Organizers have sent ${max} messages to this recipient today.`,
  },
  tickets: {
    max: 'budgetTickets',
    all: (max: number) => ({
      en: `This organizer has given ${max} complimentary tickets today, the most in a day.`,
      sw: `Mwandalizi huyu ametoa tiketi ${max} za bure leo, kiwango cha juu kwa siku.`,
    }),
    each: (max: number) => ({
      en: `A phone can get ${max} complimentary tickets a day.`,
      sw: `Simu moja inaweza kupata tiketi ${max} za bure kwa siku.`,
    }),
  },
  /** Tickets of free orders. */
  free: {
    max: 'budgetFree',
    all: () => ({
      en: 'No more free tickets from this organizer today.',
      sw: 'Hakuna tiketi zaidi za bure kutoka kwa mwandalizi huyu leo.',
    }),
    each: (max: number) => ({
      en: `A phone can get ${max} free tickets a day.`,
      sw: `Simu moja inaweza kupata tiketi ${max} za bure kwa siku.`,
    }),
  },
  /** Codes for free orders. Strangers can use up this budget, so SMS with tickets have another. */
  codes: {
    max: 'budgetCodes',
    all: () => ({
      en: 'We cannot send more codes for free tickets from this organizer today.',
      sw: 'Hatuwezi kutuma misimbo zaidi ya tiketi za bure za mwandalizi huyu leo.',
    }),
    each: () => '',
  },
  tasks: {
    max: 'budgetTasks',
    all: (max: number) => `Your organization has asked our admins ${max} times today.`,
    each: () => '',
  },
  moves: {
    max: 'budgetMoves',
    all: (max: number) =>
      `Your organization has moved events and ticket types ${max} times today. Each time all ticket holders get an SMS.`,
    each: () => '',
  },
  reminders: {
    max: 'budgetMoves',
    all: (max: number) =>
      `Your organization has reminded ticket holders of its questions ${max} times today.`,
    each: () => '',
  },
  saves: {
    max: 'budgetSaves',
    all: (max: number) => `Your organization has saved changes ${max} times today.`,
    each: () => '',
  },
} as const satisfies Record<string, Budget>

type BudgetName = keyof typeof BUDGETS

type Spending = {
  budget: BudgetName
  organizerId: string
  /** The number to count. Default: the number of recipients, or 1 without recipients. */
  by?: number
  /** Phone numbers and email addresses. A recipient of several messages is listed several times. */
  recipients?: readonly string[]
}

/** The account that acts. Null for a guest. Admins have no budget. */
export type Spender = Pick<Viewer, 'role'> | null

/**
 * Counts something that an organizer causes against the organizer's budget for 24 hours. Also
 * counts it against the budget of each recipient, which all organizers share. Call this after
 * taking all locks, in the transaction that writes the messages or rows. If the transaction fails,
 * nothing is counted. Throws too_many_requests with the time to wait.
 */
export async function spend(
  tx: Tx,
  { env, clock }: BudgetDeps,
  by: Spender,
  spending: Spending,
): Promise<void> {
  if (by?.role === 'admin') return
  const now = clock.now()
  const keys = budgetKeys(env.limits, spending)
  const fitting = keys.filter(({ count, max }) => count <= max)
  const counted = await countKeys(tx, fitting, now)
  const refused = keys.find(({ key }) => !counted.has(key))
  if (!refused) return
  const { key, count, max, windowMs, text } = refused
  const limit = { max: max - count + 1, windowMs }
  const wait = count > max ? windowMs / 1000 : await secondsUntilAllowed(tx, key, limit, now)
  throw tooManyRequests(wait ?? 1, text)
}

export type BudgetKey = CountedKey & { text: ErrorText }

/** The keys that `spend` counts, for callers that count keys of several orders together. */
export function budgetKeys(limits: Deps['env']['limits'], spending: Spending): BudgetKey[] {
  const { budget, organizerId, recipients = [], by = Math.max(1, recipients.length) } = spending
  const { max, all, each }: Budget = BUDGETS[budget]
  const keyOf = (name: string, count: number, max: number, text: ErrorText) => ({
    key: `budget:${budget}:${name}`,
    count,
    max,
    windowMs: DAY_MS,
    text,
  })
  const times = Map.groupBy(recipients, (recipient) => recipient)
  return [
    keyOf(organizerId, by, limits[max], all(limits[max])),
    ...[...times].map(([recipient, { length }]) =>
      keyOf(
        `to:${hashOf(recipient)}`,
        length,
        limits.budgetPerRecipient,
        each(limits.budgetPerRecipient),
      ),
    ),
  ]
}

/** A hash for the keys of limits, so that the table of counts stores no readable address. */
export const hashOf = (recipient: string): string =>
  createHash('sha256').update(recipient).digest('base64url')

/** Changes only the TypeScript type: `queueSms` and `queueEmail` refuse counted messages. */
const withoutCount = <M extends { dedupeKey: CountedMessageKey }>(message: M) => ({
  ...message,
  dedupeKey: message.dedupeKey as string as MessageKey,
})

export type Sender = { by: Spender; organizerId: string }

export async function queueSmsFor(
  tx: Tx,
  deps: BudgetDeps,
  { by, organizerId }: Sender,
  sms: Omit<QueuedSms, 'dedupeKey'> & { dedupeKey: CountedMessageKey },
): Promise<void> {
  await spend(tx, deps, by, { budget: 'messages', organizerId, recipients: [sms.phone] })
  await queueSms(tx, withoutCount(sms))
}

export async function queueEmailFor(
  tx: Tx,
  deps: BudgetDeps,
  { by, organizerId }: Sender,
  email: Omit<QueuedEmail, 'dedupeKey'> & { dedupeKey: CountedMessageKey },
): Promise<void> {
  await spend(tx, deps, by, { budget: 'messages', organizerId, recipients: [email.to] })
  await queueEmail(tx, withoutCount(email))
}
