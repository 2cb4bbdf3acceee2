// Pages behind links in emails.
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { callApi, type FetchApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { LinkReply } from '../accounts.contract.ts'
import { ENTRANCE, NOT_SENT, PASSWORDS_DIFFER, passwordFault } from '../entrance.rules.ts'
import { FormDone, type FormOutcome, FormProblem, NewPassword } from './entrance.tsx'

/** Sets a new password for the holder of the link. */
export function ResetPasswordForm() {
  const [done, setDone] = useState<string | null>(null)
  if (done) {
    return (
      <FormDone>
        <Notice look="good">{done}</Notice>
        <ButtonLink to={ENTRANCE}>Sign In</ButtonLink>
      </FormDone>
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

type FormProps = { token: string; link: LinkReply; onDone: (text: string) => void }

function PasswordForm({ token, link, onDone }: FormProps) {
  async function send(fetchApi: FetchApi, fields: FormData): Promise<FormOutcome | null> {
    const password = String(fields.get('password') ?? '')
    const fault = passwordFault(password)
    if (fault) return { faults: { password: fault } }
    if (password !== fields.get('confirm')) return { faults: { confirm: PASSWORDS_DIFFER } }
    const answer = await callApi<MessageReply>(
      fetchApi,
      '/api/auth/reset',
      jsonPost({ token, password }),
    )
    if (answer.ok) onDone(answer.data.message)
    if (answer.ok) return null
    if (answer.field === 'password') return { faults: { password: answer.error } }
    return { problem: problemText(answer, NOT_SENT) }
  }
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(null, send)
  return (
    <form {...formProps} aria-label="New password" className="flex flex-col gap-4">
      <FormProblem outcome={outcome} />
      <p>
        For <b className="inline-block max-w-full wrap-anywhere">{link.email}</b>
      </p>
      {/* The account that password managers store the password for. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <NewPassword faults={outcome?.faults ?? {}} />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}

type LinkState = { link: LinkReply } | { problem: string; isEnded: boolean }

/**
 * Shows the page of a link in an email. The token is behind the #, which browsers do not send to a
 * server, so the page requests the purpose of the link from the API.
 */
export function MailedLink({
  purpose,
  ended,
  children,
}: {
  purpose: LinkReply['purpose']
  /** Shown if the link no longer works: how to get another link. */
  ended: ReactNode
  children: (token: string, link: LinkReply) => ReactNode
}) {
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<LinkState | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `tries` asks again
  useEffect(() => {
    let isLeft = false
    void readLink(token, purpose).then((result) => {
      if (!isLeft) setState(result)
    })
    return () => {
      isLeft = true
    }
  }, [token, purpose, tries])

  if (!state) return <LinkSkeleton />
  if ('link' in state) return children(token, state.link)
  return (
    <div className="flex flex-col gap-4">
      <Notice look="bad" role="alert">
        {state.problem}
      </Notice>
      {state.isEnded ? (
        ended
      ) : (
        <Button look="quiet" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      )}
    </div>
  )
}

const ENDED = 'This link has expired or was already used.'

async function readLink(token: string, purpose: LinkReply['purpose']): Promise<LinkState> {
  const fetchApi: FetchApi = (path, init) => fetch(path, init)
  const answer = await callApi<LinkReply>(fetchApi, '/api/auth/link', jsonPost({ token }))
  if (answer.ok && answer.data.purpose === purpose) return { link: answer.data }
  if (answer.ok || (answer.status >= 400 && answer.status < 429)) {
    return { problem: ENDED, isEnded: true }
  }
  return { problem: problemText(answer, NOT_SENT), isEnded: false }
}

function LinkSkeleton() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading...</span>
      <div className="h-5 w-4/5 rounded-soft bg-line" />
      <div className="h-12 rounded-soft bg-line" />
    </div>
  )
}
