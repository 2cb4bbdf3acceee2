import { useEffect } from 'react'
import { Link, type LinkProps, useNavigate } from 'react-router'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import {
  ENTRANCE,
  PASSWORDS_DIFFER,
  REDIRECT_MS,
  SIGN_UP_FAILED,
  signUpFaults,
} from '../entrance.rules.ts'
import { FormDone, type FormOutcome, FormProblem, FullName, NewPassword } from './entrance.tsx'

type SignUpOutcome = FormOutcome & { created?: { email: string } }

async function sendSignUp(fetchApi: FetchApi, fields: FormData): Promise<SignUpOutcome> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const typed = { full_name: text('full_name'), email: text('email'), password: text('password') }
  const faults = {
    ...(typed.password !== text('confirm') && { confirm: PASSWORDS_DIFFER }),
    ...signUpFaults(typed),
  }
  if (Object.keys(faults).length > 0) return { faults }
  const answer = await callApi(fetchApi, '/api/auth/signup', jsonPost(typed))
  if (answer.ok) return { created: { email: typed.email.trim() } }
  return answer.field && answer.field in typed
    ? { faults: { [answer.field]: answer.error } }
    : { problem: problemText(answer, SIGN_UP_FAILED) }
}

export function SignUpForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost<SignUpOutcome | null>(posted, sendSignUp)
  if (outcome?.created) return <Created email={outcome.created.email} />
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Sign up" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      <FullName error={faults.full_name} />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        maxLength={EMAIL_MAX}
        autoComplete="username"
        error={faults.email}
      />
      <NewPassword faults={faults} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="text-small text-quiet">
        Add your payout account before your first sale: you can use it at once. An account that you
        add or change later gets payouts after 48 hours.
      </p>
      <p className="text-small text-quiet">
        By signing up you agree to our <InText to="/terms">Terms of Service</InText> and{' '}
        <InText to="/privacy">Privacy Policy</InText>.
      </p>
    </form>
  )
}

/** Opens a new tab, so that the form keeps its text. */
function InText(props: LinkProps) {
  return <Link target="_blank" className="font-semibold text-accent underline" {...props} />
}

function Created({ email }: { email: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(ENTRANCE, { state: { signedUp: email } }),
      REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [navigate, email])
  return (
    <FormDone>
      <div className="text-center">
        <svg viewBox="0 0 48 48" className="mx-auto size-16" aria-hidden="true">
          <circle cx="24" cy="24" r="22" className="fill-good-soft" />
          <path
            d="M14 25l7 7 14-15"
            fill="none"
            className="stroke-good"
            strokeWidth="4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <h2 className="mt-4 text-lead font-bold">Account Created!</h2>
        <p className="mt-2 text-quiet">
          We've sent a link to{' '}
          <b className="inline-block max-w-full wrap-anywhere text-ink">{email}</b>. Open it to
          confirm your email, then sign in. Taking you to sign in…
        </p>
      </div>
    </FormDone>
  )
}
