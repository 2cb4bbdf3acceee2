import { AppError } from './errors.ts'

type Fault = {
  keyword: string
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

/** A sentence that names the field, from what the schema validator says about a path. */
export function fieldError(faults: readonly Fault[]): AppError {
  const fault = faults[0]
  if (!fault) return new AppError('invalid_field')
  const field = fieldName(fault)
  return new AppError('invalid_field', { text: sentence(fault, field), details: { field } })
}

function fieldName(fault: Fault): string {
  const path = fault.instancePath.split('/').filter(Boolean)
  const inner = fault.params.missingProperty ?? fault.params.additionalProperty
  if (typeof inner === 'string') path.push(inner)
  return path.join('.') || 'body'
}

function sentence(fault: Fault, field: string): string {
  switch (fault.keyword) {
    case 'required':
      return `${field} is required.`
    case 'additionalProperties':
      return `${field} is not a field of this request.`
    case 'type':
      return `${field} must be ${article(String(fault.params.type))}.`
    case 'format':
    case 'pattern':
      return `${field} does not have the right form.`
    default:
      return `${field} ${fault.message ?? 'is not valid'}.`
  }
}

function article(type: string): string {
  const names = type.split(',').map((name) => (name === 'integer' ? 'a whole number' : name))
  return names
    .map((name) => (/^a /.test(name) ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`))
    .join(' or ')
}

/** The database takes no zero byte in text: refused by the name of its field, however deep that is. */
export function zeroByteError(given: unknown): AppError | null {
  const left: [path: string, value: unknown][] = [['', given]]
  // A list of its own instead of recursion: what is nested thousands deep must not end the stack.
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && value.includes('\0')) {
      const text = `${path} must not hold a zero byte.`
      return new AppError('invalid_field', { text, details: { field: path } })
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      left.push([path ? `${path}.${name}` : name, inner])
    }
  }
  return null
}
