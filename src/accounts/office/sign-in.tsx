import { useState } from 'react'
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { emailFault, NO_EMAIL, NO_PASSWORD, NOT_SENT, SIGN_IN_FAILED } from '../entrance.rules.ts'
import { EntranceLink, type FormOutcome, FormProblem } from './entrance.tsx'
import { challengeOf, SecondStep, type SignInChallenge } from './second-step.tsx'
import { signIn } from './session.ts'

type SignInOutcome = FormOutcome & {
  /** The address of a sign-up whose owner has not confirmed it. */
  unconfirmed?: string
  /** The sign-in that waits for a code. */
  challenge?: SignInChallenge
}

/** Sends the form. Returns null after a sign-in, and the page then redirects. */
async function sendSignIn(fields: FormData): Promise<SignInOutcome | null> {
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
  const { answer, refusal } = await signIn(email, password)
  if (answer.ok) return null
  const challenge = challengeOf(refusal)
  if (challenge) return { challenge }
  // The server's error text is more specific than our general text.
  const hasReason = answer.status > 0 && answer.status < 500
  const problem = hasReason ? answer.error : SIGN_IN_FAILED
  return { problem, ...(answer.code === 'unconfirmed' && { unconfirmed: email }) }
}

type SignInProps = {
  posted: FormOutcome | null
  /**
   * The email address with which the user has just signed up. `CheckInbox`, above the form, can
   * send the confirmation link again.
   */
  signedUp?: string
}

/** Asks for the password, and then for the code if the account has a second factor. */
export function SignInForm({ posted, signedUp }: SignInProps) {
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const [outcome, setOutcome] = useState(posted)
  if (challenge === null) {
    return <PasswordForm posted={outcome} signedUp={signedUp} onChallenge={setChallenge} />
  }
  const goBack = (problem: string) => {
    setOutcome(problem ? { problem } : null)
    setChallenge(null)
  }
  return <SecondStep challenge={challenge} onEnded={goBack} />
}

function PasswordForm({
  posted,
  signedUp,
  onChallenge,
}: SignInProps & { onChallenge: (challenge: SignInChallenge) => void }) {
  const { outcome, isBusy, formProps } = useFormPost<SignInOutcome | null>(
    posted,
    async (_fetchApi, fields) => {
      const result = await sendSignIn(fields)
      if (result?.challenge) onChallenge(result.challenge)
      return result
    },
  )
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Sign in" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      {outcome?.unconfirmed && outcome.unconfirmed !== signedUp && (
        <SendAgain email={outcome.unconfirmed} />
      )}
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

/** Shown on the sign-in page after a sign-up. */
export function CheckInbox({ email }: { email: string }) {
  return (
    <Notice role="status">
      <p className="font-semibold">Check your inbox</p>
      <p className="mb-3 mt-1">
        We've sent a link to <b className="wrap-anywhere">{email}</b>. Open it in this browser to
        confirm your email and start. Elsewhere it asks for your password.
      </p>
      <SendAgain email={email} />
    </Notice>
  )
}

/** Sends the link that confirms a sign-up again. */
function SendAgain({ email }: { email: string }) {
  const [said, setSaid] = useState('')
  async function send() {
    setSaid('Sending...')
    const answer = await callApi(fetch, '/api/auth/forgot', jsonPost({ email }))
    setSaid(answer.ok ? 'Sent again. Look in the spam folder, too.' : problemText(answer, NOT_SENT))
  }
  return (
    <div>
      <Button look="quiet" onClick={() => void send()}>
        Send again
      </Button>
      <p role="status" className="mt-2 text-small empty:hidden">
        {said}
      </p>
    </div>
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
  return { problem: problemText(answer, NOT_SENT) }
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
