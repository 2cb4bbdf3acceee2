import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { CheckField, FormSection } from '../../ui/office/form-parts.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { CASH_PER_HOUR, CASH_PER_MINUTE } from '../entry-rules/cash-limits.rules.ts'
import { fieldsOf, type RuleFields, rulesOf } from '../entry-rules/entry-fields.rules.ts'
import type { EntryRules } from '../entry-rules/entry-rules.contract.ts'

const dayLabel = (value: string) => {
  const day = chosenDay(value)
  return day ? `${day}. ` : ''
}

/** Only users with the right to edit the event see the capacity and the sale for cash. */
export function EntryRulesForm({ eventId, mayEdit }: { eventId: string; mayEdit: boolean }) {
  const path = `/api/events/${eventId}/entry_rules`
  const { data, problem, reload } = useQuery<EntryRules>(path, (signal) =>
    callApi<EntryRules>(sessionFetch, path, { signal }),
  )
  if (!data && problem) {
    return <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
  }
  return (
    <FormSection title="Entry rules">
      {data ? (
        <Fields path={path} rules={data} mayEdit={mayEdit} onSaved={reload} />
      ) : (
        <SkeletonRows rows={4} label="Loading entry rules..." />
      )}
    </FormSection>
  )
}

function Fields({
  path,
  rules,
  mayEdit,
  onSaved,
}: {
  path: string
  rules: EntryRules
  mayEdit: boolean
  onSaved: () => void
}) {
  // Values that the user has typed stay in the form when newer rules are loaded.
  const [fields, setFields] = useState<RuleFields>(() => fieldsOf(rules))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [state, setState] = useState<'typed' | 'busy' | 'saved'>('typed')
  const change = (changed: Partial<RuleFields>) => {
    setFields({ ...fields, ...changed })
    setState('typed')
  }

  async function onSubmit(submitted: FormEvent) {
    submitted.preventDefault()
    if (state === 'busy') return
    const read = rulesOf(fields)
    if (!read.ok) return setProblem(read)
    setState('busy')
    const init = { ...jsonPost(read.rules), method: 'PUT' }
    const answer = await callApi<EntryRules>(sessionFetch, path, init)
    setProblem(answer.ok ? null : answer)
    setState(answer.ok ? 'saved' : 'typed')
    if (answer.ok) onSaved()
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {problem && !problem.field && (
        <Notice look="bad" role="alert">
          {problemText(problem, 'No connection. Your changes may not be saved; try again.')}
        </Notice>
      )}
      {mayEdit && (
        <Field
          label="Licensed capacity"
          inputMode="numeric"
          autoComplete="off"
          hint="How many people may be inside at once. The Live page warns at 95%."
          value={fields.capacity}
          error={errorOf('licensed_capacity')}
          onChange={(typed) => change({ capacity: typed.target.value })}
        />
      )}
      <Field
        label="Accept any gate from"
        type="datetime-local"
        hint={`${dayLabel(fields.anyGateFrom)}Nairobi time. Blank: own gate only.`}
        value={fields.anyGateFrom}
        error={errorOf('any_gate_from')}
        onChange={(typed) => change({ anyGateFrom: typed.target.value })}
      />
      <CheckField
        label="Allow re-entry"
        hint="Stewards scan people out, and their tickets work again."
        checked={fields.mayLeave}
        onChange={(mayLeave) => change({ mayLeave })}
      />
      <Field
        label="Transfers per ticket"
        inputMode="numeric"
        autoComplete="off"
        hint="Blank = unlimited, 0 = none"
        value={fields.transferLimit}
        error={errorOf('transfer_limit')}
        onChange={(typed) => change({ transferLimit: typed.target.value })}
      />
      <CheckField
        label="Stop transfers when doors open"
        checked={fields.transfersEnd}
        onChange={(transfersEnd) => change({ transfersEnd })}
      />
      <CheckField
        label="Send a reminder the evening before"
        hint="One SMS per ticket, from 6 PM, with the time and the gate."
        checked={fields.reminds}
        onChange={(reminds) => change({ reminds })}
      />
      {mayEdit && (
        <>
          <Field
            label="Cash sales limit per steward phone, per minute"
            inputMode="numeric"
            autoComplete="off"
            hint={`In people. Blank = ${CASH_PER_MINUTE}, 0 = no cash sales at the door. Free tickets at the door count, too.`}
            value={fields.cashPerMinute}
            error={errorOf('cash_per_minute')}
            onChange={(typed) => change({ cashPerMinute: typed.target.value })}
          />
          <Field
            label="Cash sales limit per steward phone, per hour"
            inputMode="numeric"
            autoComplete="off"
            hint={`In people. Blank = ${CASH_PER_HOUR}. Limits what a lost phone can sell.`}
            value={fields.cashPerHour}
            error={errorOf('cash_per_hour')}
            onChange={(typed) => change({ cashPerHour: typed.target.value })}
          />
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="font-semibold text-good">
          {state === 'saved' && 'Saved. Phones update at their next sync.'}
        </p>
        <Button type="submit" aria-disabled={state === 'busy'}>
          {state === 'busy' ? 'Saving...' : 'Save rules'}
        </Button>
      </div>
    </form>
  )
}
