import { type ChangeEvent, useState } from 'react'
import type { PayingAccount } from '../../platform/tasks/tasks.contract.ts'
import type { TaskForm, TaskKind } from '../../platform/tasks/tasks.rules.ts'
import { Field } from '../../ui/field.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { likelyFrom } from '../work-list/work-list.rules.ts'
import { TaskFacts } from './work-facts.tsx'

/** Fields for at least this many characters have several lines. */
const LONG = 500

/** A dialog in which an admin types an explanation or chooses an account. */
export function WorkForm({
  title,
  form: { yes, fields, final, paidFrom },
  row,
  kind,
  first = {},
  problem,
  isBusy,
  onClose,
  onSend,
}: {
  title: string
  form: TaskForm
  row: WorkRow
  kind: TaskKind<object>
  /** Texts that are typed in when the form opens, by field. */
  first?: Record<string, string> | undefined
  problem: string
  isBusy: boolean
  onClose: () => void
  onSend: (body: Record<string, string>) => void
}) {
  const [typed, setTyped] = useState<Record<string, string>>(first)
  const [said, setSaid] = useState<PayingAccount | null>(null)
  const textOf = (name: string) => typed[name] ?? ''
  const from = said ?? likelyFrom(row.paid_from, textOf('reference'))
  const body = Object.fromEntries(fields.map(({ name }) => [name, textOf(name).trim()]))
  return (
    <ModalForm
      title={title}
      about={<WholeWords text={row.known} />}
      yes={[yes, 'Saving...']}
      problem={problem}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => onSend(paidFrom ? { ...body, from } : body)}
    >
      {paidFrom && <TaskFacts row={row} kind={kind} />}
      {final && <p className="font-semibold">{final}</p>}
      {fields.map(({ name, type, ...field }) => {
        const shared = {
          ...field,
          required: true,
          autoComplete: 'off',
          value: textOf(name),
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            setTyped({ ...typed, [name]: target.value }),
        }
        return field.maxLength < LONG ? (
          <Field key={name} type={type} pattern=".*\S.*" {...shared} />
        ) : (
          <TextArea key={name} rows={4} {...shared} />
        )
      })}
      {paidFrom && (
        <SelectField
          label="Paid from"
          required
          options={row.paid_from.map((one) => [one, paidFrom[one] ?? one] as const)}
          value={from}
          onChange={({ target }) => setSaid(target.value as PayingAccount)}
        />
      )}
      {/* Below the field, which gets the focus: the panel has shown them with their links. */}
      {final && row.facts && (
        <DecisionFacts facts={row.facts.map(({ link: _, ...fact }) => fact)} />
      )}
    </ModalForm>
  )
}
