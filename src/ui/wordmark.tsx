/** The logo: an open arch, because Lango is Swahili for gate. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-display text-lead font-bold tracking-tight">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M2 23V12a10 10 0 0 1 20 0v11h-5V12a5 5 0 0 0-10 0v11z" className="fill-accent" />
      </svg>
      Lango
    </span>
  )
}
