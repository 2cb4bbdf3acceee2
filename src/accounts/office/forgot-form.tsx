import type { MessageReply } from '../../platform/platform.contract.ts'
import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { emailFault } from '../sign-up.rules.ts'
import type { FormOutcome } from './early-post.tsx'
import { NOT_SENT } from './link-calls.tsx'

type Outcome = FormOutcome & { sent?: string }

async function send(fetchApi: FetchApi, fields: FormData): Promise<Outcome> {
  const email = String(fields.get('email') ?? '')
  const fault = emailFault(email)
  if (fault) return { faults: { email: fault } }
  const answer = await callApi<MessageReply>(fetchApi, '/api/auth/forgot', jsonPost({ email }))
  if (answer.ok) return { sent: answer.data.message }
  if (answer.field === 'email') return { faults: { email: answer.error } }
  return { problem: answer.status === 0 ? NOT_SENT : answer.error }
}

export function ForgotForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost<Outcome | null>(posted, send)
  return (
    <form {...formProps} aria-label="Forgot password" className="flex flex-col gap-4">
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
      )}
      {outcome?.sent && (
        <Notice look="good" role="status">
          {outcome.sent} It is good for one hour.
        </Notice>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        error={outcome?.faults?.email}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Link'}
      </Button>
    </form>
  )
}
