import { type InputHTMLAttributes, useId, type WheelEvent } from 'react'
import { WholeWords } from './whole-words.tsx'

/**
 * A browser changes the value of a focused number field when the user scrolls. So a number field
 * loses the focus on scrolling.
 */
export function blurNumber({ currentTarget }: WheelEvent<HTMLInputElement>): void {
  if (currentTarget.type === 'number') currentTarget.blur()
}

/** A labelled input. Screen readers read its hint and its error together with it. */
export function Field({
  label,
  hint,
  error,
  ...rest
}: {
  label: string
  hint?: string
  error?: string | null
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        <WholeWords text={label} />
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className="mt-1 block min-h-12 w-full rounded-soft border border-edge bg-white px-4 text-body placeholder:text-quiet aria-invalid:border-bad read-only:bg-ground"
        onWheel={blurNumber}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-small text-bad">
          <WholeWords text={error} />
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 wrap-anywhere text-small text-quiet">
          <WholeWords text={hint} />
        </p>
      )}
    </div>
  )
}
