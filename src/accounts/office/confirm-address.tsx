import { useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { LinkReply } from '../accounts.contract.ts'
import { DASHBOARD, ENTRANCE } from '../session.rules.ts'
import { Arrived } from './arrived.tsx'
import type { FormOutcome } from './early-post.tsx'
import { EntranceLink } from './entrance-link.tsx'
import { confirmAddress, NOT_SENT } from './link-calls.tsx'
import { MailedLink } from './mailed-link.tsx'

/** Opening the link does nothing by itself: programs that read mails open links too. */
export function ConfirmAddress() {
  // Kept here: once it is used, the link says that it is.
  const [done, setDone] = useState<string | null>(null)
  if (done) {
    return (
      <Arrived>
        <Notice look="good">{done}</Notice>
        <ButtonLink to={DASHBOARD}>Go to Dashboard</ButtonLink>
      </Arrived>
    )
  }
  return (
    <MailedLink
      purpose="confirm"
      ended={
        <>
          <p>If your address is not confirmed yet, the dashboard sends another link.</p>
          <ButtonLink to={ENTRANCE}>Sign In</ButtonLink>
        </>
      }
    >
      {(token, link) => <ConfirmForm token={token} link={link} onDone={setDone} />}
    </MailedLink>
  )
}

type Props = { token: string; link: LinkReply; onDone: (words: string) => void }

function ConfirmForm({ token, link, onDone }: Props) {
  const { outcome, isBusy, formProps } = useFormPost<FormOutcome | null>(null, async (fetchApi) => {
    const answer = await confirmAddress(fetchApi, token)
    if (answer.ok) onDone(answer.data.message)
    return answer.ok ? null : { problem: answer.status === 0 ? NOT_SENT : answer.error }
  })
  return (
    <form {...formProps} aria-label="Confirm your address" className="flex flex-col gap-4">
      {outcome?.problem && (
        <Notice look="bad" role="alert">
          {outcome.problem}
        </Notice>
      )}
      <p>
        <b className="break-words">{link.email}</b> is the address of the account of{' '}
        <b className="break-words">{link.full_name}</b>.
      </p>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Confirming...' : 'Confirm my address'}
      </Button>
      <p className="text-small text-quiet">
        You did not sign up? Then somebody else typed your address: do not confirm it.{' '}
        <EntranceLink to="/organizer/forgot">Choose my own password</EntranceLink>
      </p>
    </form>
  )
}
