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
 * Where the service's name ends: behind its own code, behind the root of that, which is all that a
 * gateway may know, or behind all that was dialled.
 */
export type Split = 'code' | 'root' | 'none'

/** Undefined for a code that is not the service's. */
export function readDialled(code: string, dialled: string, split: Split): Dialled | undefined {
  const own = partsOf(code)
  const parts = partsOf(dialled)
  if (own.some((part, index) => parts[index] !== part)) return undefined
  const length = { code: own.length, root: 1, none: parts.length }[split]
  return { serviceCode: `*${parts.slice(0, length).join('*')}#`, inputs: parts.slice(length) }
}
