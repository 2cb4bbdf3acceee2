import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { Apology } from './apology.tsx'
import { MissingLater } from './missing-later.tsx'
import { useLostNetwork } from './use-lost-network.ts'

/** The error page for cases in which no layout provides the page's main element. */
export function StandaloneErrorPage() {
  return (
    <main className="px-4 pt-6">
      <Link to="/" className="flex min-h-11 items-center justify-center" aria-label="Lango, home">
        <Wordmark />
      </Link>
      <ErrorPage />
    </main>
  )
}

/** Shown in place of a page that failed. A thrown 404 may have a text of its own. */
export function ErrorPage() {
  const error = useRouteError()
  const site = useSite()
  // The id belongs to the server's first response, so an error after a navigation has no id.
  const faultId = useLocation().key === 'default' ? site.faultId : undefined
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  // An error response from the server is no sign of a lost network.
  const isLost = useLostNetwork(!isMissing && !faultId, error)
  if (isLost === null) return <p role="status">Loading the page</p>
  if (isLost) return <OfflinePage />
  const message = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : ''
  return isMissing ? (
    <MissingLater heading={message || 'Page not found'} />
  ) : (
    <FailedPage heading={message || 'Something went wrong'} faultId={faultId} />
  )
}

function FailedPage({ heading, faultId }: { heading: string; faultId: string | undefined }) {
  const { pathname, search } = useLocation()
  return (
    <Apology sign="Error" heading={heading}>
      <p>This page could not be shown. Please try again in a moment.</p>
      <ButtonLink to={pathname + search} reloadDocument look="quiet">
        Try again
      </ButtonLink>
      <ButtonLink to="/">Back to Home</ButtonLink>
      {faultId && (
        <p className="text-small">
          Error number <b className="font-mono text-ink">{faultId}</b>
        </p>
      )}
    </Apology>
  )
}

function OfflinePage() {
  return (
    <Apology sign="No network" heading="You're offline.">
      <p role="status">This page will update when you're back.</p>
    </Apology>
  )
}
