import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { callApi, type FetchApi, jsonPost, wordsOf } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { emailFault, NO_EMAIL, NO_PASSWORD, NOT_SENT, SIGN_IN_FAILED } from '../entrance.rules.ts'
import { EntranceLink, type FormOutcome, FormProblem } from './entrance.tsx'
import { signIn } from './session.ts'

/** Sends the form. Returns null after a sign-in, and the page then redirects. */
async function sendSignIn(fields: FormData): Promise<FormOutcome | null> {
  const email = String(fields.get('email') ?? '').trim()
  const password = String(fields.get('password') ?? '')
  if (!email || !password) {
    return {
      faults: {
        ...(!email && { email: NO_EMAIL }),
        ...(!password && { password: NO_PASSWORD }),
      },
    }
  }
  const answer = await signIn(email, password)
  if (answer.ok) return null
  // The server's error text is more specific than our general text.
  const hasReason = answer.status > 0 && answer.status < 500
  return { problem: hasReason ? answer.error : SIGN_IN_FAILED, code: answer.code }
}

export function SignInForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, (_fetchApi, fields) =>
    sendSignIn(fields),
  )
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Sign in" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      {outcome?.code === 'invalid_credentials' && <NotConfirmedYet />}
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="username"
        error={faults.email}
      />
      <div>
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          error={faults.password}
        />
        <EntranceLink to="/organizer/forgot">Forgot password?</EntranceLink>
      </div>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  )
}

/**
 * Shown after every failed sign-in, so that it does not reveal whether the address has a sign-up.
 */
function NotConfirmedYet() {
  return (
    <p className="text-small text-quiet">
      Just signed up? Confirm your email first. No email? “Forgot password?” sends a new link.
    </p>
  )
}

type LinkOutcome = FormOutcome & { sent?: string }

async function sendLink(fetchApi: FetchApi, fields: FormData): Promise<LinkOutcome> {
  const email = String(fields.get('email') ?? '')
  const fault = emailFault(email)
  if (fault) return { faults: { email: fault } }
  const answer = await callApi<MessageReply>(fetchApi, '/api/auth/forgot', jsonPost({ email }))
  if (answer.ok) return { sent: answer.data.message }
  if (answer.field === 'email') return { faults: { email: answer.error } }
  return { problem: wordsOf(answer, NOT_SENT) }
}

/** Requests a link that resets the password. */
export function ForgotForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost<LinkOutcome | null>(posted, sendLink)
  return (
    <form {...formProps} aria-label="Forgot password" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      {outcome?.sent && (
        <Notice look="good" role="status">
          {outcome.sent} The link works for one hour.
        </Notice>
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        required
        maxLength={EMAIL_MAX}
        autoComplete="username"
        error={outcome?.faults?.email}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send Link'}
      </Button>
    </form>
  )
}
