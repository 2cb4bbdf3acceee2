/** Shown during the first load of a page whose layout is not known yet. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center">
      <svg viewBox="0 0 40 40" className="size-10 animate-spin" aria-hidden="true">
        <circle cx="20" cy="20" r="16" fill="none" className="stroke-line" strokeWidth="4" />
        <path
          d="M20 4a16 16 0 0 1 16 16"
          fill="none"
          strokeLinecap="round"
          strokeWidth="4"
          className="stroke-accent"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </div>
  )
}
