import { useState } from 'react'
import type { PaidFrom } from '../../refunds/refund.rules.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { likelyFrom } from '../work-list/work-list.rules.ts'
import type { Press } from './use-work-actions.ts'

/** The actions for which the admin must first type an explanation or choose something. */
export type Formed = Extract<
  Press,
  | 'paid_manually'
  | 'explain'
  | 'name_payer'
  | 'book_difference'
  | 'refuse_payout'
  | 'payout_paid'
  | 'give_back_payout'
  | 'return'
>

type FormField = {
  name: string
  label: string
  hint: string
  maxLength: number
  type?: 'tel'
}
type Form = { title: string; yes: string; fields: FormField[] }

const FORMS: Record<Formed, Form> = {
  paid_manually: {
    title: 'Record refund',
    yes: 'Record',
    fields: [
      {
        name: 'reference',
        label: 'Refund reference',
        hint: 'From M-PESA or the bank. We notify the buyer by SMS.',
        maxLength: 60,
      },
    ],
  },
  name_payer: {
    title: "Add payer's number",
    yes: 'Refund',
    fields: [
      {
        name: 'phone',
        label: "Payer's number",
        hint: 'We refund to this M-PESA number, such as 0712 345 678.',
        maxLength: 20,
        type: 'tel',
      },
      {
        name: 'words',
        label: 'How you know',
        hint: 'Such as the M-PESA message they showed. Appears in the audit log.',
        maxLength: 500,
      },
    ],
  },
  book_difference: {
    title: 'Book as received',
    yes: 'Book',
    fields: [
      {
        name: 'words',
        label: 'Reason',
        hint: 'Tickets stay valid; we absorb any difference.',
        maxLength: 500,
      },
    ],
  },
  refuse_payout: {
    title: 'Refuse the payout',
    yes: 'Refuse',
    fields: [
      { name: 'words', label: 'Reason', hint: 'We email it to the organizer.', maxLength: 500 },
    ],
  },
  payout_paid: {
    title: 'Record payout',
    yes: 'Record',
    fields: [
      {
        name: 'reference',
        label: 'Payout reference',
        hint: 'From M-PESA or the bank. We notify the organizer by email.',
        maxLength: 60,
      },
    ],
  },
  give_back_payout: {
    title: 'Put back into the balance',
    yes: 'Put back',
    fields: [
      {
        name: 'words',
        label: 'Why it was not paid',
        hint: 'Only if you are sure that nothing was paid. We email it to the organizer.',
        maxLength: 500,
      },
    ],
  },
  return: {
    title: 'Return this request',
    yes: 'Return',
    fields: [
      {
        name: 'words',
        label: 'Reason',
        hint: 'Its organizer gets this by email. The event sells again.',
        maxLength: 2000,
      },
    ],
  },
  explain: {
    title: 'Resolve with a note',
    yes: 'Resolve',
    fields: [
      {
        name: 'words',
        label: 'What you found',
        hint: 'Such as where M-PESA’s statement shows it. Tickets stay as they are.',
        maxLength: 500,
      },
    ],
  },
}

const PAYS = ['paid_manually', 'payout_paid']

const FROM_WORDS: Record<PaidFrom, string> = {
  utility: 'M-PESA utility account',
  collection: 'M-PESA Reversal',
  bank: 'Bank',
  cash: 'Cash, from the organizer',
}

export function isFormed(action: Press): action is Formed {
  return action in FORMS
}

export function WorkForm({
  action,
  row,
  problem,
  isBusy,
  onClose,
  onSend,
}: {
  action: Formed
  row: WorkRow
  problem: string
  isBusy: boolean
  onClose: () => void
  onSend: (body: Record<string, string>) => void
}) {
  const { title, yes, fields } = FORMS[action]
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [said, setSaid] = useState<PaidFrom | null>(null)
  const textOf = (name: string) => typed[name] ?? ''
  const from = said ?? likelyFrom(row.paid_from, textOf('reference'))
  const isPaying = PAYS.includes(action)
  const wordsFor = (one: PaidFrom) =>
    action === 'payout_paid' && one === 'collection' ? 'M-PESA collection account' : FROM_WORDS[one]
  const body = Object.fromEntries(fields.map(({ name }) => [name, textOf(name).trim()]))
  return (
    <ModalForm
      title={title}
      about={<WholeWords text={row.known} />}
      yes={[yes, 'Saving...']}
      problem={problem}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => onSend(isPaying ? { ...body, from } : body)}
    >
      {fields.map(({ name, ...field }) => (
        <Field
          key={name}
          {...field}
          required
          pattern=".*\S.*"
          autoComplete="off"
          value={textOf(name)}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        />
      ))}
      {isPaying && (
        <SelectField
          label="Paid from"
          required
          options={row.paid_from.map((one) => [one, wordsFor(one)] as const)}
          value={from}
          onChange={({ target }) => setSaid(target.value as PaidFrom)}
        />
      )}
    </ModalForm>
  )
}
