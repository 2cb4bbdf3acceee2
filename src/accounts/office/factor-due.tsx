import { Link } from 'react-router'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { FactorState } from '../accounts.contract.ts'
import { sessionFetch } from './session.ts'

export const FACTOR_PATH = '/api/auth/second_factor'

/** The second factor of the signed-in account. */
export const useFactorState = () =>
  useQuery<FactorState>(FACTOR_PATH, (signal) => callApi(sessionFetch, FACTOR_PATH, { signal }))

/** Notifies an account whose sessions end because it needs a second factor and has none. */
export function FactorDue() {
  const due = useFactorState().data?.due_at
  if (!due) return null
  return (
    <div className="mb-6">
      <Notice look="used" role="status">
        <p>
          A member of your team can now approve payouts, so signing in needs a code from an app.{' '}
          <Link to="/organizer/account" className="font-semibold underline underline-offset-4">
            Switch on two-step sign-in
          </Link>{' '}
          before <Instant at={due} />. Then you are signed out.
        </p>
      </Notice>
    </div>
  )
}
