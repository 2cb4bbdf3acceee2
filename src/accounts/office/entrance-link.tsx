import { Link, type LinkProps } from 'react-router'

/** A link in a line of its own, large enough for a thumb. */
export function EntranceLink(props: LinkProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
      {...props}
    />
  )
}
