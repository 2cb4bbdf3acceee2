/** What the gateway makes of a dialled string: which service it is, and what it was already told. */
export interface Dialled {
  serviceCode: string
  /** What was dialled beyond the code, as first inputs. */
  inputs: string[]
}

const FORM = /^\*\d+(\*\d+)*#$/

export function isDialString(text: string): boolean {
  return text.length <= 40 && FORM.test(text)
}

const partsOf = (code: string) => code.slice(1, -1).split('*')

/**
 * A shared code is the service's own, with its extension. Where the whole code is the service's,
 * the gateway may name its root alone and hand over the rest as if it had been typed. Undefined
 * for a code that is not the service's.
 */
export function readDialled(
  code: string,
  dialled: string,
  from: 'extension' | 'root',
): Dialled | undefined {
  const own = partsOf(code)
  const parts = partsOf(dialled)
  if (own.some((part, index) => parts[index] !== part)) return undefined
  return from === 'extension'
    ? { serviceCode: code, inputs: parts.slice(own.length) }
    : { serviceCode: `*${own[0]}#`, inputs: parts.slice(1) }
}

export function hasExtension(code: string): boolean {
  return partsOf(code).length > 1
}
