const MINUTE = 60
const HOUR = 3600

/** Status and English text of each code. Errors that visitors may read have a Swahili text, too. */
type Codes = Readonly<Record<string, readonly [status: number, en: string, sw?: string]>>

/** Error codes that belong to no room. Each room declares its own codes in `errors.ts`. */
const PLATFORM_CODES = {
  bad_request: [400, 'This request could not be understood.', 'Ombi hili halikueleweka.'],
  invalid_field: [422, 'Please check what you entered.', 'Tafadhali hakikisha ulichoandika.'],
  unauthorized: [401, 'Please sign in.'],
  forbidden: [403, 'Only admins can do this.'],
  role_forbids: [403, 'Your role for this event does not allow this.'],
  operator_only: [403, 'Not allowed.'],
  not_found: [404, 'Not found', 'Haikupatikana'],
  method_not_allowed: [405, 'Method not allowed.'],
  request_timeout: [
    408,
    'This request took too long to arrive.',
    'Ombi hili lilichukua muda mrefu sana kufika.',
  ],
  headers_too_large: [431, 'The request headers are too large.'],
  too_many_requests: [429, 'Too many requests.', 'Maombi ni mengi mno.'],
  forbidden_origin: [
    403,
    'This request came from another site.',
    'Ombi hili limetoka tovuti nyingine.',
  ],
  too_large: [413, 'This is too large.', 'Ulichotuma ni kikubwa mno.'],
  unsupported_type: [415, 'This address does not take content of this kind.'],
  unavailable: [
    503,
    'The service is busy. Please try again in a moment.',
    'Huduma ina shughuli nyingi. Tafadhali jaribu tena baada ya muda mfupi.',
  ],
  overloaded: [
    503,
    "We're very busy right now. Please try again in a moment.",
    'Tuna wateja wengi sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.',
  ],
  internal: [500, 'Something went wrong on our side.', 'Kuna hitilafu upande wetu.'],
} as const satisfies Codes

type Texts = { en: string; sw: string }
export type ErrorText = string | Texts

type ErrorFields = {
  /** Replaces the code's text. A plain string is used in every language. */
  text?: ErrorText
  /** Additional fields of the JSON reply, such as the new amount. */
  details?: Record<string, unknown>
  /** The seconds for the header Retry-After. The text of a 429 also states them. */
  retryAfter?: number
  /** The accepted methods, for the header Allow. */
  allow?: readonly string[]
}

/**
 * An expected failure that a person can act on. The code determines status and text; a route may
 * pass another text. Every other error is a bug and becomes a 500 with an id.
 */
export class AppError extends Error {
  static readonly codes: Codes = PLATFORM_CODES
  readonly code: string
  readonly status: number
  readonly texts: Texts
  readonly details: Record<string, unknown>
  readonly retryAfter: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: keyof typeof PLATFORM_CODES, fields: ErrorFields = {}) {
    const [status, en, sw = en] = new.target.codes[code]!
    const { text = { en, sw } } = fields
    const spoken = typeof text === 'string' ? { en: text, sw: text } : text
    const texts = status === 429 ? withWait(spoken, fields.retryAfter) : spoken
    super(texts.en)
    this.texts = texts
    this.code = code
    this.status = status
    this.details = fields.details ?? {}
    this.retryAfter = fields.retryAfter
    this.allow = fields.allow
  }

  body(language: keyof Texts = 'en'): Record<string, unknown> {
    return { error: this.texts[language], code: this.code, ...this.details }
  }
}

function withWait({ en, sw }: Texts, seconds: number | undefined): Texts {
  if (seconds === undefined) return { en, sw }
  const wait = waitText(seconds)
  return { en: `${en} ${wait.en}`, sw: `${sw} ${sw === en ? wait.en : wait.sw}` }
}

function waitText(seconds: number): { en: string; sw: string } {
  if (seconds < 2 * MINUTE) return sentence(seconds, 'second', 'sekunde')
  if (seconds < 2 * HOUR) return sentence(seconds / MINUTE, 'minute', 'dakika')
  return sentence(seconds / HOUR, 'hour', 'saa')
}

function sentence(amount: number, unit: string, swahili: string): { en: string; sw: string } {
  const count = Math.ceil(amount)
  return {
    en: `Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`,
    sw: `Jaribu tena baada ya ${swahili} ${count}.`,
  }
}

export function refuseField(field: string, text: ErrorText): never {
  throw new AppError('invalid_field', { text, details: { field } })
}

/** Makes the error class of a room. Codes that are not in `codes` do not compile. */
export function declareErrors<const C extends Codes>(codes: C) {
  return class extends AppError {
    static override readonly codes: C = codes

    constructor(code: keyof C & string, fields?: ErrorFields) {
      super(code as keyof typeof PLATFORM_CODES, fields)
    }
  }
}

export type CodeOf<E extends { codes: Codes }> = keyof E['codes'] & string

export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT'
}
