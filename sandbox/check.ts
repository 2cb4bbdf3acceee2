/** Invalid input from the client; the message begins with the name of the field. */
export class BadInput extends Error {
  readonly statusCode: number

  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

export type Fields = Record<string, unknown>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readObject(value: unknown, name: string): Fields {
  if (!isObject(value)) throw new BadInput(`${name}: must be a JSON object`)
  return value
}

export function refuseUnknown(fields: Fields, known: readonly string[], prefix = ''): void {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) {
      throw new BadInput(`${prefix}${name}: unknown field; known are ${known.join(', ')}`)
    }
  }
}

export function readInteger(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new BadInput(`${name}: must be a whole number from ${min} to ${max}`)
  }
  return value
}

export function readMsisdn(value: string): string {
  if (!/^254[17]\d{8}$/.test(value)) {
    throw new BadInput('msisdn: must be 12 digits, 2547… or 2541…')
  }
  return value
}
