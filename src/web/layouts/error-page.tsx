import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
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
    <MissingPage heading={message || 'Page not found'} />
  ) : (
    <FailedPage heading={message || 'Something went wrong'} faultId={faultId} />
  )
}

function MissingPage({ heading }: { heading: string }) {
  const isTicket = useLocation().pathname.startsWith('/t/')
  return (
    <Apology sign="404" heading={heading}>
      <p>
        <WholeWords
          text={
            isTicket
              ? 'The number may be mistyped. Check it, or find the ticket by its M-PESA reference.'
              : 'It may have moved, or the address may be mistyped.'
          }
        />
      </p>
      {isTicket && (
        <ButtonLink to="/my-ticket" look="quiet">
          Find Your Ticket
        </ButtonLink>
      )}
      <ButtonLink to="/">Back to Home</ButtonLink>
    </Apology>
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

type ApologyProps = { sign: string; heading: string; children: ReactNode }

function Apology({ sign, heading, children }: ApologyProps) {
  // Runs after every render, because the failed page may have set its own title.
  useEffect(() => {
    document.title = `${heading} · Lango`
    document.querySelector('meta[name=robots]')?.setAttribute('content', 'noindex')
  })
  return (
    <div className="mx-auto flex max-w-[440px] flex-col gap-4 px-4 py-12 text-center text-balance text-quiet">
      {/* The logo as a closed gate. */}
      <svg viewBox="0 0 48 48" width="96" height="96" className="mx-auto" aria-hidden="true">
        <path
          d="M4 46V24a20 20 0 0 1 40 0v22M14 46V9M24 46V4M34 46V9M4 30h40"
          className="fill-accent-soft stroke-accent"
          strokeWidth="2"
        />
      </svg>
      <p className="font-mono text-small">{sign}</p>
      <h1 className="text-title font-bold tracking-tight text-ink">{heading}</h1>
      {children}
    </div>
  )
}
