export function CloseButton({ onClose, className }: { onClose: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className={`inline-flex shrink-0 items-center justify-center ${className}`}
    >
      <svg viewBox="0 0 24 24" className="size-5 stroke-current stroke-2" aria-hidden="true">
        <path d="M5 5l14 14M19 5L5 19" strokeLinecap="round" />
      </svg>
    </button>
  )
}
