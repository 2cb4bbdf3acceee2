import { Link, Outlet } from 'react-router'
import { OfficeSheet } from '../../../ui/office/office-sheet.tsx'
import { Wordmark } from '../../../ui/wordmark.tsx'

/** The layout of sign-in, sign-up and the pages that links in emails open. */
export function OrganizerEntrance() {
  return (
    <div className="flex min-h-screen flex-col">
      <OfficeSheet />
      <header className="px-4 pt-6">
        <Link
          to="/"
          className="mx-auto flex min-h-11 w-fit items-center justify-center"
          aria-label="Lango, home"
        >
          <Wordmark />
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[440px] px-4 py-6 sm:py-12">
        <Outlet />
      </main>
    </div>
  )
}
