import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { OwnPhone } from '../accounts.contract.ts'
import { NOT_SENT } from '../entrance.rules.ts'
import { type FormOutcome, FormProblem } from './entrance.tsx'
import { sessionFetch } from './session.ts'

const PATH = '/api/auth/phone'

type PhoneOutcome = FormOutcome & { done?: string }

async function sendPhone(fields: FormData): Promise<PhoneOutcome> {
  const body = { phone: String(fields.get('phone') ?? '') }
  const init = { ...jsonPost(body), method: 'PUT' }
  const answer = await callApi<OwnPhone>(sessionFetch, PATH, init)
  if (answer.ok) {
    return { done: answer.data.phone ? 'Saved.' : 'Saved. You get emails only.' }
  }
  if (answer.field === 'phone') return { faults: { phone: answer.error } }
  return { problem: problemText(answer, NOT_SENT) }
}

/** The number to which the user gets SMS about events, in addition to emails. */
export function OwnPhoneForm() {
  const { data, problem, reload } = useQuery('own phone', (signal) =>
    callApi<OwnPhone>(sessionFetch, PATH, { signal }),
  )
  const { outcome, isBusy, formProps } = useFormPost<PhoneOutcome | null>(null, (_, fields) =>
    sendPhone(fields),
  )
  return (
    <FormSection title="SMS About Events">
      {problem && !data && <TryAgain onAgain={reload}>{problem.error}</TryAgain>}
      {data && (
        <form {...formProps} aria-label="SMS about events" className="flex flex-col gap-4">
          <FormProblem outcome={outcome} />
          {outcome?.done && (
            <Notice look="good" role="status">
              {outcome.done}
            </Notice>
          )}
          <Field
            label="Phone number (optional)"
            name="phone"
            type="tel"
            maxLength={40}
            autoComplete="tel"
            defaultValue={data.phone && `0${data.phone.slice(3)}`}
            hint="We send an SMS when an event is submitted, published, returned or changed. You always get an email, too."
            error={outcome?.faults?.phone}
          />
          <div>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </form>
      )}
    </FormSection>
  )
}
