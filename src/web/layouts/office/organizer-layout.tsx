import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { entranceFor } from '../../../accounts/entrance.rules.ts'
import { FactorDue } from '../../../accounts/office/factor-due.tsx'
import { sessionFetch, signOut, useSession } from '../../../accounts/office/session.ts'
import { WorkCountLoader } from '../../../reports/office/work-count.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CallerProvider } from '../../../ui/office/caller.tsx'
import { NeedsScript } from '../../../ui/office/needs-script.tsx'
import { OfficeSheet } from '../../../ui/office/office-sheet.tsx'
import { Question } from '../../../ui/office/question.tsx'
import { isAnythingUnsaved } from '../../../ui/office/unsaved.ts'
import { OfflineNotice } from '../offline-notice.tsx'
import { OrganizerMenu } from './organizer-menu.tsx'
import { OrganizerSidebar } from './organizer-sidebar.tsx'

/**
 * The layout of every back-office page. The server renders nothing but the layout, because the
 * server does not know who is signed in.
 */
export function OrganizerLayout() {
  const { status, user } = useSession()
  const { pathname, search } = useLocation()
  const [isLeaving, setIsLeaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  // The back button may restore this page from memory after the user has signed out.
  useEffect(() => {
    const onShow = () => setIsLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function onSignOut() {
    setIsAsking(false)
    setIsLeaving(true)
    await signOut()
    // Load a new document, so that none of the user's data stay in memory.
    window.location.assign('/')
  }

  if (status === 'out' && !isLeaving) {
    return <Navigate to={entranceFor(pathname + search)} replace />
  }
  const sidebar = (
    <OrganizerSidebar
      user={user}
      isLeaving={isLeaving}
      onSignOut={() => (isAnythingUnsaved() ? setIsAsking(true) : void onSignOut())}
    />
  )
  return (
    <div className="min-h-screen xl:grid xl:grid-cols-[240px_minmax(0,1fr)]">
      <OfficeSheet />
      <SkipLink />
      <aside aria-label="Sidebar" className="hidden border-r border-line bg-paper xl:block">
        <div className="sticky top-0 h-screen">{sidebar}</div>
      </aside>
      <div className="flex min-h-screen min-w-0 flex-col">
        <header className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-ground px-4 py-2 sm:px-6">
          <OrganizerMenu>{sidebar}</OrganizerMenu>
          <ButtonLink to="/organizer/dashboard" look="quiet" className="ml-auto text-small">
            Dashboard
          </ButtonLink>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1280px] flex-1 px-4 pb-16 pt-6 sm:px-6"
        >
          {/* The key remounts the page for another person: a different account may have signed in
              in another tab. */}
          {status === 'in' ? (
            <CallerProvider value={{ personId: user.id, fetchApi: sessionFetch }}>
              {user.role === 'organizer' && <FactorDue />}
              {user.role === 'admin' && <WorkCountLoader />}
              <Outlet key={user.id} />
            </CallerProvider>
          ) : status === 'lost' ? (
            <Lost />
          ) : (
            <Waiting />
          )}
        </main>
        {status === 'in' && <OfflineNotice />}
      </div>
      {isAsking && (
        <Question
          title="Sign out without saving?"
          yes="Sign Out"
          no="Stay"
          isLoss
          onYes={() => void onSignOut()}
          onNo={() => setIsAsking(false)}
        >
          <p>Your changes on this page have not been saved.</p>
        </Question>
      )}
    </div>
  )
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute left-4 top-4 z-30 -translate-y-24 bg-paper px-4 py-3 focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}

/** Shown if a page was opened without a network. */
function Lost() {
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">You're offline.</h1>
      <p role="status" className="mt-2 text-quiet">
        This page will update when you're back.
      </p>
    </>
  )
}

/**
 * Grey blocks in place of the heading and the page. Screen readers announce that the page is
 * loading only if loading takes long.
 */
function Waiting() {
  const [isSlow, setIsSlow] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    timer.current = setTimeout(() => setIsSlow(true), 1000)
    return () => clearTimeout(timer.current)
  }, [])
  return (
    <div className="flex animate-pulse flex-col gap-4">
      <NeedsScript />
      <p role="status" className="sr-only">
        {isSlow && 'Loading...'}
      </p>
      <div className="h-8 w-64 max-w-full rounded-soft bg-line" />
      <div className="h-4 w-80 max-w-full rounded-soft bg-line" />
      <div className="mt-4 h-64 rounded-card bg-line" />
    </div>
  )
}
