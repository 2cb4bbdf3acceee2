import { useState } from 'react'
import type { FetchApi } from '../../ui/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { LinkReply } from '../accounts.contract.ts'
import { ENTRANCE } from '../session.rules.ts'
import { PASSWORDS_DIFFER, passwordFault } from '../sign-up.rules.ts'
import { Arrived } from './arrived.tsx'
import type { FormOutcome } from './early-post.tsx'
import { NOT_SENT, resetPassword } from './link-calls.tsx'
import { MailedLink } from './mailed-link.tsx'
import { NewPassword } from './new-password.tsx'

export function ResetPasswordForm() {
  const [done, setDone] = useState<string | null>(null)
  if (done) {
    return (
      <Arrived>
        <Notice look="good">{done}</Notice>
        <ButtonLink to={ENTRANCE}>Sign In</ButtonLink>
      </Arrived>
    )
  }
  return (
    <MailedLink
      purpose="reset"
      ended={<ButtonLink to="/organizer/forgot">Send Another Link</ButtonLink>}
    >
      {(token, link) => <PasswordForm token={token} link={link} onDone={setDone} />}
    </MailedLink>
  )
}

type Props = { token: string; link: LinkReply; onDone: (words: string) => void }

function PasswordForm({ token, link, onDone }: Props) {
  async function send(fetchApi: FetchApi, fields: FormData): Promise<FormOutcome | null> {
    const password = String(fields.get('password') ?? '')
    const fault = passwordFault(password)
    if (fault) return { faults: { password: fault } }
    if (password !== fields.get('confirm')) return { faults: { confirm: PASSWORDS_DIFFER } }
    const answer = await resetPassword(fetchApi, { token, password })
    if (answer.ok) onDone(answer.data.message)
    if (answer.ok) return null
    if (answer.field === 'password') return { faults: { password: answer.error } }
    return { problem: answer.status === 0 ? NOT_SENT : answer.error }
  }
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(null, send)
  return (
    <form {...formProps} aria-label="New password" className="flex flex-col gap-4">
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
      )}
      <p>
        For <b className="break-words">{link.email}</b>
      </p>
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <NewPassword faults={outcome?.faults ?? {}} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}
