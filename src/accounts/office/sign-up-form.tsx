import { useEffect } from 'react'
import { Link, type LinkProps, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { ENTRANCE } from '../session.rules.ts'
import { REDIRECT_MS } from '../sign-up.rules.ts'
import { Arrived } from './arrived.tsx'
import type { FormOutcome } from './early-post.tsx'
import { NewPassword } from './new-password.tsx'
import { type SignUpOutcome, sendSignUp } from './send-sign-up.tsx'

export function SignUpForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost<SignUpOutcome | null>(posted, sendSignUp)
  if (outcome?.created) return <Created email={outcome.created.email} />
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Sign up" className="flex flex-col gap-4">
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
      )}
      <Field
        label="Full name"
        name="full_name"
        required
        maxLength={100}
        autoComplete="name"
        error={faults.full_name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        error={faults.email}
      />
      <NewPassword faults={faults} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="text-small text-quiet">
        By signing up you agree to our <InText to="/terms">Terms of Service</InText> and{' '}
        <InText to="/privacy">Privacy Policy</InText>.
      </p>
    </form>
  )
}

/** In a tab of its own: what was typed stays. */
function InText(props: LinkProps) {
  return <Link target="_blank" className="font-semibold text-accent underline" {...props} />
}

function Created({ email }: { email: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(ENTRANCE), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Arrived>
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
          We have sent a link to <b className="text-ink">{email}</b>. Open it to confirm your
          address. The sign-in opens in a moment.
        </p>
      </div>
    </Arrived>
  )
}
