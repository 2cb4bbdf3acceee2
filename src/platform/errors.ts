type Codes = Readonly<Record<string, readonly [status: number, text: string]>>

/** Codes of no room; each room declares its own in `errors.ts`. */
const PLATFORM_CODES = {
  bad_request: [400, 'This request could not be understood.'],
  invalid_field: [422, 'Please check what you entered.'],
  unauthorized: [401, 'Please sign in.'],
  forbidden: [403, 'Only an admin may do this.'],
  operator_only: [403, 'Only whoever runs this shop may see this.'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This address does not take this method.'],
  request_timeout: [408, 'This request took too long to arrive.'],
  headers_too_large: [431, 'The headers of this request are too large.'],
  too_many_requests: [429, 'Too many requests. Please wait a little and try again.'],
  forbidden_origin: [403, 'This request came from another site.'],
  too_large: [413, 'This is too large.'],
  unsupported_type: [415, 'Send JSON or a form.'],
  unavailable: [503, 'The service is busy. Please try again in a moment.'],
  overloaded: [503, 'Many people are here right now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side.'],
} as const satisfies Codes

type ErrorFields = {
  /** Replaces the code's own text. */
  text?: string
  /** Further fields of the JSON answer, such as the new amount. */
  details?: Record<string, unknown>
  /** Seconds for Retry-After. */
  retryAfter?: number
  /** For the header Allow: the accepted methods. */
  allow?: readonly string[]
}

/**
 * An expected failure that a person can act on. Its code gives status and text; a route may pass
 * another text. Every other error is a bug and becomes a 500 with an id.
 */
export class AppError extends Error {
  static readonly codes: Codes = PLATFORM_CODES
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: keyof typeof PLATFORM_CODES, fields: ErrorFields = {}) {
    const [status, text] = new.target.codes[code]!
    super(fields.text ?? text)
    this.code = code
    this.status = status
    this.details = fields.details ?? {}
    this.retryAfter = fields.retryAfter
    this.allow = fields.allow
  }

  body(): Record<string, unknown> {
    return { error: this.message, code: this.code, ...this.details }
  }
}

/** Refuses one field of a request with 422 and the field's name. */
export function refuseField(field: string, text: string): never {
  throw new AppError('invalid_field', { text, details: { field } })
}

/** The class of a room's own errors. Codes that are not in this table do not compile. */
export function declareErrors<const C extends Codes>(codes: C) {
  return class extends AppError {
    static override readonly codes: C = codes

    constructor(code: keyof C & string, fields?: ErrorFields) {
      super(code as keyof typeof PLATFORM_CODES, fields)
    }
  }
}

export type CodeOf<E extends { codes: Codes }> = keyof E['codes'] & string

/** True if a file could not be written because the disk is full, which is temporary. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT'
}
