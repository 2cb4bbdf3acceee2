import { Link } from '../link.tsx'
import { WholeWords } from '../whole-words.tsx'
import { CloseButton } from './close-button.tsx'

const LOOKS = { good: 'border-good bg-good-soft text-good', bad: 'border-bad bg-bad-soft text-bad' }

/**
 * A message in front of the page, for an action in the middle of a long list. The message stays
 * until it is dismissed.
 */
export function Toast({
  look,
  children,
  link,
  onClose,
}: {
  look: keyof typeof LOOKS
  children: string
  /** A link to the next step. */
  link?: { to: string; label: string; onFollow?: () => void } | undefined
  onClose: () => void
}) {
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-4">
      <div
        className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-soft border pl-4 shadow-lift ${LOOKS[look]}`}
      >
        <p role="alert" className="min-w-0 py-3 font-semibold">
          <WholeWords text={children} />
          {link && (
            <>
              {' '}
              <Link
                to={link.to}
                onClick={link.onFollow}
                className="inline-block py-2 underline underline-offset-4"
              >
                {link.label}
              </Link>
            </>
          )}
        </p>
        <CloseButton onClose={onClose} className="size-11" />
      </div>
    </div>
  )
}
