// The page behind the link in the email that confirms a sign-up.
import { useState } from 'react'
import { problemText } from '../../ui/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { LinkReply } from '../accounts.contract.ts'
import {
  DASHBOARD,
  ENTRANCE,
  NO_NAME,
  NO_PASSWORD,
  NOT_SENT,
  PASSWORDS_DIFFER,
  passwordFault,
} from '../entrance.rules.ts'
import { FormDone, type FormOutcome, FormProblem, FullName, NewPassword } from './entrance.tsx'
import { keptInvitation } from './kept-invitation.ts'
import { MailedLink } from './mailed-links.tsx'
import { confirmSignUp } from './session.ts'

/** Waits for a click before it confirms, because programs that scan emails open links too. */
export function ConfirmAddress({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  // The parent stores `isDone`, because `MailedLink` would now show the used link as ended.
  if (isDone) {
    const invitation = keptInvitation()
    return (
      <FormDone>
        <Notice look="good">Your email is confirmed and you are signed in.</Notice>
        {invitation && <ButtonLink to={invitation}>Open Your Invitation</ButtonLink>}
        <ButtonLink to={DASHBOARD} look={invitation ? 'quiet' : 'loud'}>
          Go to Dashboard
        </ButtonLink>
      </FormDone>
    )
  }
  return (
    <MailedLink
      purpose="confirm"
      ended={
        <>
          <p>If you've already confirmed your email, sign in.</p>
          <ButtonLink to={ENTRANCE}>Sign In</ButtonLink>
          <p>If not, enter your email on the next page, and we'll send another link.</p>
          <ButtonLink to="/organizer/forgot" look="quiet">
            Send Another Link
          </ButtonLink>
        </>
      }
    >
      {(token, link) => <ConfirmForm token={token} link={link} onDone={onDone} />}
    </MailedLink>
  )
}

/** The proof that the sign-up is the visitor's: this browser, its password or a new password. */
type Proof = 'browser' | 'password' | 'new'
type Confirmation = { token: string; proof: Proof; fields: FormData }
/** `proof` says to which set of fields the errors belong. */
type ConfirmOutcome = FormOutcome & { proof: Proof }

async function sendConfirmation({
  token,
  proof,
  fields,
}: Confirmation): Promise<FormOutcome | null> {
  const isNew = proof === 'new'
  const password = String(fields.get('password') ?? '')
  const full_name = String(fields.get('full_name') ?? '')
  const faults = isNew
    ? {
        full_name: full_name.trim() === '' ? NO_NAME : undefined,
        password: passwordFault(password),
        confirm: password === fields.get('confirm') ? undefined : PASSWORDS_DIFFER,
      }
    : { password: proof === 'password' && password === '' ? NO_PASSWORD : undefined }
  if (Object.values(faults).some(Boolean)) return { faults }
  const answer = await confirmSignUp({
    token,
    ...(isNew && { new_password: password, full_name }),
    ...(proof === 'password' && { password }),
  })
  if (answer.ok) return null
  if (answer.field?.endsWith('password')) return { faults: { password: answer.error } }
  return { problem: problemText(answer, NOT_SENT) }
}

const HINTS: Record<Proof, string> = {
  browser: 'You signed up in this browser, so you need no password now.',
  password: 'Enter the password you chose, or choose a new one.',
  new: 'The password chosen at sign-up will no longer work.',
}
const BACK = { browser: 'Keep my password', password: 'I know the password' }

type FormProps = { token: string; link: LinkReply; onDone: () => void }

function ConfirmForm({ token, link, onDone }: FormProps) {
  // If the cookie of the sign-up expires while the page is open, the server requires the password.
  const [isKnown, setIsKnown] = useState(link.signed_up_here)
  const [isNew, setIsNew] = useState(false)
  const known = isKnown ? 'browser' : 'password'
  const proof: Proof = isNew ? 'new' : known
  const { outcome, isBusy, formProps } = useFormPost<ConfirmOutcome | null>(
    null,
    async (_, fields) => {
      const result = await sendConfirmation({ token, proof, fields })
      if (result === null) onDone()
      const isAsked = proof === 'browser' && result?.faults !== undefined
      if (isAsked) setIsKnown(false)
      return result && { ...result, proof: isAsked ? 'password' : proof }
    },
  )
  const faults = (outcome?.proof === proof && outcome.faults) || {}
  return (
    <form {...formProps} aria-label="Confirm your email" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      <p>
        For <b className="inline-block max-w-full wrap-anywhere">{link.email}</b>
      </p>
      <p>{HINTS[proof]}</p>
      {/* The account that password managers store the password for. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      {isNew && (
        <>
          <FullName error={faults.full_name} known={link.full_name} />
          <NewPassword faults={faults} label="New password" />
        </>
      )}
      {proof === 'password' && (
        <Field
          label="Password"
          name="password"
          type="password"
          required
          maxLength={200}
          autoComplete="current-password"
          error={faults.password}
        />
      )}
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Confirming...' : 'Confirm email'}
      </Button>
      <Button look="quiet" onClick={() => setIsNew(!isNew)}>
        {isNew ? BACK[known] : 'Choose a new password'}
      </Button>
      <p className="text-small text-quiet">
        Didn't sign up? Someone else entered your email. You can ignore it, or choose a new password
        to keep the account for yourself.
      </p>
    </form>
  )
}
