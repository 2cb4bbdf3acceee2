import { useEffect } from 'react'
import { callApi } from '../../ui/api.ts'
import { type Asked, useAnswer } from '../../ui/office/use-answer.ts'
import type { UserReply } from '../accounts.contract.ts'
import { sessionFetch } from './session.ts'

/** Who is signed in, with what the session does not hold: whether the address is confirmed. */
export function useAccount(): Asked<UserReply> {
  const asked = useAnswer('account', (signal) =>
    callApi<UserReply>(sessionFetch, '/api/auth/user', { signal }),
  )
  const { ask } = asked
  // Who comes back from the mailbox has opened the link.
  useEffect(() => {
    const onSeen = () => {
      if (!document.hidden) ask()
    }
    document.addEventListener('visibilitychange', onSeen)
    return () => document.removeEventListener('visibilitychange', onSeen)
  }, [ask])
  return asked
}
