const WHOLE = /^https?:\/\/[^/?#]+/i

/**
 * The path of a request (RFC 9112, 3.2) in its normal form, with its query. A proxy may send a
 * whole URL, whose host is ignored. Any other target that does not begin with a slash is returned
 * unchanged, and `isPath` refuses it: the router would take its first letter for the slash.
 *
 * Normal form: no needless escapes and no empty segments (decisions/0185). The proxies compare the
 * same form, so no spelling of an address evades their rules or ours.
 */
export function readTarget({ url = '' }: { url?: string | undefined }): string {
  const rest = url.replace(WHOLE, '')
  const target = rest === url || rest.startsWith('/') ? rest : `/${rest}`
  if (!isPath(target)) return target
  const end = target.search(/[?#]|$/)
  return normalPath(target.slice(0, end)) + target.slice(end)
}

export const isPath = (target: string): boolean => target.startsWith('/')

/** Whether a path in normal form has '.' or '..' as a segment, which names no page and no route. */
export const hasDotSegment = (target: string): boolean =>
  /\/\.{1,2}(\/|$)/.test(target.slice(0, target.search(/[?#]|$/)))

function normalPath(path: string): string {
  return readable(path)
    .replace(/%[0-9a-f]{2}/gi, decodeUnreserved)
    .replace(/\/{2,}/g, '/')
}

/** Decodes the escape of an unreserved character (RFC 3986, 2.3). Any other escape stays. */
function decodeUnreserved(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase()
}

/** Escapes the '%' of an invalid escape (/category/100%), so that a route gets the request. */
function readable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}
