import { declareJob, declareLane, type JobKind } from '../platform/jobs/jobs.ts'

export const sendLane = declareLane('send')

export const messageQueued = declareJob<{ messageId: string }>('messages.queued', sendLane)

/** The lane of SMS that may wait. Ticket SMS use another lane and never wait behind them. */
export const noticeLane = declareLane('notice')

export const noticeQueued = declareJob<{ messageId: string }>('messages.notice_queued', noticeLane)

/** The lane of emails. SMS use another lane, because mail servers are slow. */
export const mailLane = declareLane('mail')

export const emailQueued = declareJob<{ messageId: string }>('messages.email_queued', mailLane)

export const mailNoticeLane = declareLane('mail_notice')

export const mailNoticeQueued = declareJob<{ messageId: string }>(
  'messages.email_notice_queued',
  mailNoticeLane,
)

/**
 * The kinds of messages. The dedupe key of each message begins with its kind. Messages in the lane
 * `send` never wait behind messages in the lane `notice` (decisions/0183). `send` is for tickets,
 * codes, links to the recipient's own account, and buyers' money. All other kinds are notices.
 *
 * Messages with `counts` are caused by a member of an organizer's team. Only `budget/` queues them,
 * after it has counted them (decisions/0182). Messages to many holders, for example about a
 * reschedule, are counted once, when the member requests them.
 */
const MESSAGE_KINDS = {
  ticket: { lane: 'send' },
  tickets: { lane: 'send' },
  transfer: { lane: 'send' },
  taken_back: { lane: 'send' },
  given_back: { lane: 'send' },
  paybill: { lane: 'send' },
  suspense: { lane: 'send' },
  refund_due: { lane: 'send' },
  refund_requested: { lane: 'send' },
  refund_done: { lane: 'send' },
  part_refunded: { lane: 'send' },
  void: { lane: 'send' },
  void_free: { lane: 'send' },
  answers_code: { lane: 'send' },
  data_code: { lane: 'send' },
  free_code: { lane: 'send' },
  seller_code: { lane: 'send' },
  tickets_code: { lane: 'send' },
  payout_code: { lane: 'send' },
  link: { lane: 'send' },
  account: { lane: 'send' },
  cancelled: { lane: 'notice' },
  moved: { lane: 'notice' },
  gate_move: { lane: 'notice' },
  given_revoked: { lane: 'notice' },
  reminder: { lane: 'notice' },
  answers_due: { lane: 'notice' },
  gate_phone: { lane: 'notice', counts: true },
  invitation: { lane: 'notice', counts: true },
  request: { lane: 'notice', counts: true },
  request_decided: { lane: 'notice' },
  payout_account: { lane: 'notice' },
  payout_part: { lane: 'notice' },
  payout_stopped: { lane: 'notice' },
  complaint: { lane: 'notice' },
  contact: { lane: 'notice' },
} as const satisfies Record<string, { lane: 'send' | 'notice'; counts?: true }>

type Kinds = typeof MESSAGE_KINDS
type MessageKind = keyof Kinds
type CountedKind = {
  [K in MessageKind]: Kinds[K] extends { counts: true } ? K : never
}[MessageKind]

/** The dedupe key of a message: its kind, ':', and the thing that the message is about. */
export type MessageKey = `${Exclude<MessageKind, CountedKind>}:${string}`

export type CountedMessageKey = `${CountedKind}:${string}`

/** Whether a message with this dedupe key is a notice, sent after tickets, codes and money. */
function isNotice(dedupeKey: string): boolean {
  const [kind = ''] = dedupeKey.split(':')
  return kind in MESSAGE_KINDS && MESSAGE_KINDS[kind as MessageKind].lane === 'notice'
}

export type Channel = 'sms' | 'email'

export function sendingJob(channel: Channel, dedupeKey: string): JobKind<{ messageId: string }> {
  if (isNotice(dedupeKey)) return channel === 'sms' ? noticeQueued : mailNoticeQueued
  return channel === 'sms' ? messageQueued : emailQueued
}
