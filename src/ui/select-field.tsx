import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { WholeWords } from './whole-words.tsx'

type Option = readonly [value: string, label: string]

/** A labelled list of choices. Screen readers read its hint and its error together with it. */
export function SelectField({
  label,
  options,
  hint,
  error,
  ...rest
}: {
  label: ReactNode
  options: readonly Option[]
  hint?: string | undefined
  /**
   * The error text. True marks the field as wrong without a text, if the error text is elsewhere.
   */
  error?: string | boolean | null | undefined
} & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  const hasText = typeof error === 'string' && error !== ''
  const described = [hasText && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className="mt-1 block min-h-12 w-full rounded-soft border border-edge bg-white px-3 text-body aria-invalid:border-bad"
        {...rest}
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {hasText && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-small text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-small text-quiet">
          <WholeWords text={hint} />
        </p>
      )}
    </div>
  )
}
