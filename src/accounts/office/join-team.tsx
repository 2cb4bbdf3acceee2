// The page behind the link in an invitation to a team.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { ROLE_NAMES } from '../../platform/http/rights.rules.ts'
import { type Answer, callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { DASHBOARD, NO_NAME, NOT_SENT, PASSWORDS_DIFFER, passwordFault } from '../entrance.rules.ts'
import type { OpenInvitation } from '../team/team.contract.ts'
import { ROLE_HINTS, scopeText } from '../team/team.rules.ts'
import { FormDone, type FormOutcome, FormProblem, FullName, NewPassword } from './entrance.tsx'
import { forgetInvitation, keepInvitation } from './kept-invitation.ts'
import { challengeOf, SecondStep, type SignInChallenge } from './second-step.tsx'
import { joinTeam, rereadUser, sessionFetch, useSession } from './session.ts'
import { SignInForm } from './sign-in.tsx'

/** Shows the invitation of the link, and lets its reader accept it. */
export function JoinTeam() {
  const token = useLocation().hash.slice(1)
  const [answer, setAnswer] = useState<Answer<OpenInvitation> | null>(null)
  const [isDone, setIsDone] = useState(false)
  const { user } = useSession()
  const isSeen = user !== null && answer?.ok === true
  useEffect(() => {
    // Forgets the invitation, because the next person who signs in here may not be invited.
    if (isSeen) forgetInvitation(token)
  }, [isSeen, token])
  useEffect(() => {
    const request = jsonPost({ token })
    void callApi<OpenInvitation>(fetch, '/api/auth/invitation', request).then((result) => {
      if (!result.ok && result.code === 'link_ended') forgetInvitation(token)
      setAnswer(result)
    })
  }, [token])
  if (isDone) {
    return (
      <FormDone>
        <Notice look="good">You joined the team.</Notice>
        <ButtonLink to={DASHBOARD}>Go to Dashboard</ButtonLink>
      </FormDone>
    )
  }
  if (!answer) return <p role="status">Loading...</p>
  if (!answer.ok) {
    return (
      <Notice look="bad" role="alert">
        {problemText(answer, NOT_SENT)} Ask the person who invited you for a new one.
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Offer invitation={answer.data} />
      <Accept token={token} invitation={answer.data} onDone={() => setIsDone(true)} />
    </div>
  )
}

function Offer({ invitation }: { invitation: OpenInvitation }) {
  const { invited_by, organization, role, event } = invitation
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 wrap-anywhere">
      <dt className="text-quiet">From</dt>
      <dd>{invited_by}</dd>
      {organization && (
        <>
          <dt className="text-quiet">Organizer</dt>
          <dd>{organization}</dd>
        </>
      )}
      <dt className="text-quiet">Events</dt>
      <dd>{scopeText(event)}</dd>
      <dt className="text-quiet">Role</dt>
      <dd>
        <b>{ROLE_NAMES[role]}</b>
        <span className="block text-small text-quiet">{ROLE_HINTS[role]}</span>
      </dd>
    </dl>
  )
}

type AcceptProps = { token: string; invitation: OpenInvitation; onDone: () => void }

function Accept({ token, invitation, onDone }: AcceptProps) {
  const { status, user } = useSession()
  if (status === 'starting') return null
  if (user) return <AcceptAs email={user.email} token={token} onDone={onDone} />
  if (invitation.email !== null && !invitation.has_account) {
    return <NewAccount token={token} email={invitation.email} onDone={onDone} />
  }
  return (
    <>
      <p>
        {invitation.email === null
          ? 'Sign in to accept it. Without an account, sign up first: this browser then leads you back here.'
          : 'Sign in to accept it.'}
      </p>
      <SignInForm posted={null} />
      {invitation.email === null && (
        <ButtonLink look="quiet" to="/organizer/signup" onClick={() => keepInvitation(token)}>
          Sign Up
        </ButtonLink>
      )}
    </>
  )
}

function AcceptAs({ email, token, onDone }: { email: string; token: string; onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function accept() {
    setIsBusy(true)
    const path = '/api/auth/invitation/accept'
    const answer = await callApi<MessageReply>(sessionFetch, path, jsonPost({ token }))
    // Reads the user again, because the menu is different for members who see no money.
    if (answer.ok) await rereadUser()
    setIsBusy(false)
    if (answer.ok) onDone()
    else setProblem(problemText(answer, NOT_SENT))
  }
  return (
    <>
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <p className="wrap-anywhere">
        You are signed in as <b>{email}</b>.
      </p>
      <Button disabled={isBusy} onClick={() => void accept()}>
        {isBusy ? 'Accepting...' : 'Accept'}
      </Button>
    </>
  )
}

type Joined = FormOutcome & { challenge?: SignInChallenge }

async function join(token: string, fields: FormData): Promise<Joined | null> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const faults = {
    full_name: text('full_name').trim() === '' ? NO_NAME : undefined,
    password: passwordFault(text('password')),
    confirm: text('password') === text('confirm') ? undefined : PASSWORDS_DIFFER,
  }
  if (Object.values(faults).some(Boolean)) return { faults }
  const request = { token, full_name: text('full_name'), password: text('password') }
  const { answer, refusal } = await joinTeam(request)
  if (answer.ok) return null
  const challenge = challengeOf(refusal)
  if (challenge) return { challenge }
  if (answer.field) return { faults: { [answer.field]: answer.error } }
  return { problem: problemText(answer, NOT_SENT) }
}

type NewAccountProps = { token: string; email: string; onDone: () => void }

/**
 * The form for an invited person without an account. The link came to the mailbox, so the address
 * needs no other proof.
 */
function NewAccount({ token, email, onDone }: NewAccountProps) {
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const { outcome, isBusy, formProps } = useFormPost<Joined | null>(null, async (_, fields) => {
    const result = await join(token, fields)
    if (result?.challenge) setChallenge(result.challenge)
    if (result === null) onDone()
    return result
  })
  if (challenge) return <SecondStep challenge={challenge} onEnded={() => setChallenge(null)} />
  const faults = outcome?.faults ?? {}
  return (
    <form {...formProps} aria-label="Join the team" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      <p className="wrap-anywhere">
        Your new account: <b>{email}</b>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <FullName error={faults.full_name} />
      <NewPassword faults={faults} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Joining...' : 'Join'}
      </Button>
    </form>
  )
}
