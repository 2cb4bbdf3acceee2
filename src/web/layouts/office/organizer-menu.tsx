import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * The sidebar of a small screen, closed until the user opens it. The browser's own dialog keeps the
 * focus inside, closes on Escape, and returns the focus to the button.
 */
export function OrganizerMenu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with every navigation
  useEffect(() => dialog.current?.close(), [key])
  // Close the menu when the screen becomes wide, because the menu would stay open invisibly.
  useEffect(() => {
    const wide = matchMedia('(min-width: 1280px)')
    const onChange = () => wide.matches && dialog.current?.close()
    wide.addEventListener('change', onChange)
    return () => wide.removeEventListener('change', onChange)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className="inline-flex min-h-12 items-center gap-2 rounded-soft border border-edge px-4 text-small font-semibold hover:border-ink hover:bg-paper xl:hidden"
      >
        <Sign path="M4 6h16M4 12h16M4 18h16" />
        Menu
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the browser */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        onClick={(event) => {
          const pressed = event.target as Element
          // Close on a click on the backdrop or on a link. A page with unsaved input may ask for
          // confirmation first, and the menu must not cover that dialog.
          if (pressed === event.currentTarget || pressed.closest('a')) event.currentTarget.close()
        }}
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-paper text-ink backdrop:bg-ink/40"
      >
        <div className="relative h-full">
          <button
            type="button"
            aria-label="Close menu"
            onClick={() => dialog.current?.close()}
            className="absolute right-2 top-2 z-1 inline-flex min-h-12 min-w-12 items-center justify-center rounded-soft hover:bg-ground"
          >
            <Sign path="M5 5l14 14M19 5L5 19" />
          </button>
          {children}
        </div>
      </dialog>
    </>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      className="fill-none stroke-current stroke-2"
      aria-hidden="true"
    >
      <path d={path} strokeLinecap="round" />
    </svg>
  )
}
