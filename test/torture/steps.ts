import type { Statement } from './barrier.ts'

type Step = {
  step: string
  at: Statement
  connections?: 'go on' | 'break'
  faults?: object
  /** The highest number of SMS on the phone at the end; by default two, one per ticket. */
  texts?: number
  /** `npm test` runs only the steps with `daily`, and `npm run torture` runs all steps. */
  daily?: true
}

// The steps of design section 4, in order. Each kill hits between two commits, or within one
// transaction.
export const STEPS: Step[] = [
  {
    step: '2: the hold is being written',
    at: { table: 'order', on: 'insert' },
  },
  {
    step: '2: held, but nobody knows: the answer is lost',
    at: { table: 'order', on: 'insert' },
    connections: 'go on',
  },
  {
    step: '2 → 3: held, its payment is being written, and no prompt has left',
    at: { table: 'payment', on: 'insert' },
  },
  {
    step: '3: the push was accepted, its answer is not stored',
    daily: true,
    at: {
      table: 'payment',
      on: 'update',
      when: 'new.push_response is distinct from old.push_response',
    },
  },
  {
    step: '4: the callback is at the door, not stored and not answered',
    at: { table: 'provider_callback', on: 'insert' },
  },
  {
    step: '4: the callback is stored, its answer is lost',
    at: { table: 'provider_callback', on: 'insert' },
    connections: 'go on',
  },
  {
    step: '4: the callback is stored and answered, not settled',
    at: { table: 'payment', on: 'update', when: "new.state = 'confirmed'" },
  },
  {
    step: '4: within the settling, the hold already turned into sold',
    daily: true,
    at: { table: 'order', on: 'update', when: "new.state = 'paid'" },
  },
  {
    step: '4: the callback was lost, the query proves the payment',
    at: { table: 'payment', on: 'update', when: "new.state = 'confirmed'" },
    faults: { callback: { drop: 1 } },
  },
  {
    step: '4: the receipt comes from Pull Transactions',
    at: {
      table: 'payment',
      on: 'update',
      when: 'old.mpesa_receipt is null and new.mpesa_receipt is not null',
    },
    faults: { push: { drop_after_accept: 1 }, callback: { drop: 1 } },
  },
  {
    step: '4 → 5: paid, no tickets yet',
    at: { table: 'ticket', on: 'insert' },
  },
  {
    step: '5: tickets and messages are made, the order is not yet issued',
    at: { table: 'order', on: 'update', when: "new.state = 'issued'" },
  },
  {
    step: '5 → 6: issued, no SMS has left',
    at: { table: 'message', on: 'update', when: "new.state = 'sending'" },
  },
  {
    step: '6: an SMS is marked as leaving and never leaves',
    at: { table: 'message', on: 'update', when: "new.state = 'sending'" },
    connections: 'go on',
  },
  {
    step: '6: the SMS has left, its answer is not stored',
    at: { table: 'message', on: 'update', when: "new.state = 'sent'" },
    texts: 4,
  },
  {
    step: '6: the SMS has left, its answer is not stored, and no report comes',
    at: { table: 'message', on: 'update', when: "new.state = 'sent'" },
    faults: { sms: { report_drop: 1 } },
    texts: 4,
  },
]

export const CHECK_IN_STEPS: Step[] = [
  { step: 'the check-in is being written', at: { table: 'check_in', on: 'insert' } },
  { daily: true, step: 'its people are being counted', at: { table: 'ticket', on: 'update' } },
]
