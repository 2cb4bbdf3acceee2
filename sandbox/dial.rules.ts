/** A dialled string as the gateway splits it: the service code and the inputs already given. */
export interface Dialled {
  serviceCode: string
  /** The digits dialled after the service code, which count as the first inputs. */
  inputs: string[]
}

const FORM = /^\*\d+(\*\d+)*#$/

export function isDialString(text: string): boolean {
  return text.length <= 40 && FORM.test(text)
}

const partsOf = (code: string) => code.slice(1, -1).split('*')

/**
 * How much of a dialled string the gateway takes as the service code. 'code': the service's own
 * code. 'root': only the code's first number, like some gateways. 'none': the full string.
 */
type Split = 'code' | 'root' | 'none'

/** Returns undefined for a code that does not belong to the service. */
export function readDialled(code: string, dialled: string, split: Split): Dialled | undefined {
  const own = partsOf(code)
  const parts = partsOf(dialled)
  if (own.some((part, index) => parts[index] !== part)) return undefined
  const length = { code: own.length, root: 1, none: parts.length }[split]
  return { serviceCode: `*${parts.slice(0, length).join('*')}#`, inputs: parts.slice(length) }
}
