import { type ReactNode, useEffect } from 'react'

type ApologyProps = { sign: string; heading: string; children: ReactNode }

/** The heading of a page that could not be shown, and what to do instead. */
export function Apology({ sign, heading, children }: ApologyProps) {
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
