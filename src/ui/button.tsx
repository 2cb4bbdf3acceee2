import type { ButtonHTMLAttributes } from 'react'
import { Link, type WayProps } from './link.tsx'

const SHAPE =
  'inline-flex min-h-12 items-center justify-center rounded-soft px-6 py-2 text-center font-semibold'
export const LOUD = `${SHAPE} bg-accent text-white hover:bg-accent-deep disabled:bg-line disabled:text-quiet`
export const QUIET = `${SHAPE} border border-edge text-ink hover:border-ink hover:bg-paper`

export const LONE_LINK =
  'inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 hover:text-accent-deep'

type Look = { look?: 'loud' | 'quiet' }

function classes(look: Look['look'], more = ''): string {
  return `${look === 'quiet' ? QUIET : LOUD} ${more}`
}

export function Button({
  look,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={classes(look, className)} {...rest} />
}

export function ButtonLink({ look, className, ...rest }: Look & WayProps) {
  return <Link className={classes(look, className as string)} {...rest} />
}
