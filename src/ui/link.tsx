import type { ComponentType } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { PREFIX } from './language.rules.ts'

/**
 * A way to another page, from the pages that visitors see. The server writes down an address that
 * begins at the root as it is: to ask the router, as the browser does for its clicks, was an eighth of
 * drawing a page with eighty of them.
 */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? WrittenLink : RouterLink

function WrittenLink(props: LinkProps) {
  const { to, discover = 'render', replace, state, preventScrollReset, ...rest } = props
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />
  return (
    <a {...rest} href={inLanguage(to)} data-discover={discover === 'render' ? 'true' : undefined} />
  )
}

/** The home page has no slash behind the language. */
function inLanguage(path: string): string {
  return PREFIX ? PREFIX + path.replace(/^\/(?=[?#]|$)/, '') : path
}
