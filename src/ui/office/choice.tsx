import { useId } from 'react'

type Option = readonly [value: string, label: string]

/** A select box that shows its name in front of each option, which saves a line for a label. */
export function Choice({
  name,
  options,
  value,
  onChange,
}: {
  name: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="min-w-0 max-sm:flex-1 max-sm:basis-[8em]">
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      <select
        id={id}
        value={value}
        onChange={(change) => onChange(change.target.value)}
        className="min-h-11 max-w-full max-sm:w-full rounded-soft border border-edge bg-white px-3 text-body"
      >
        {options.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
