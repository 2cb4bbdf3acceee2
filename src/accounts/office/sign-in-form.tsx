import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { NO_EMAIL, NO_PASSWORD, SIGN_IN_FAILED } from '../sign-up.rules.ts'
import type { FormOutcome } from './early-post.tsx'
import { EntranceLink } from './entrance-link.tsx'
import { signIn } from './session.ts'

/** Null once somebody is signed in: the page then leads on. */
async function send(fields: FormData): Promise<FormOutcome | null> {
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
  // Whatever the server can say is of more use than that something went wrong.
  const isTold = answer.status > 0 && answer.status < 500
  return { problem: isTold ? answer.error : SIGN_IN_FAILED }
}

export function SignInForm({ posted }: { posted: FormOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, (_fetchApi, fields) => send(fields))
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Sign in" className="flex flex-col gap-4">
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
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
