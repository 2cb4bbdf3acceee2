import pino from 'pino'

export type Log = pino.Logger

// Matches phone numbers, also directly after '%20' or '%2b', a URL-encoded space or plus sign.
const PHONE = /(?:(?<!\d)|(?<=%20|%2b))\+?(254[17]|0[17])\d{5}(\d{3})(?!\d)/gi
// Matches phone numbers with spaces or brackets, as people write them. Does not match inside a
// UUID, whose groups may consist of digits.
const SPACED_PHONE =
  /(?<![\w-])\+?\(?(254|0)[ ().-]*([17])(?:[ ().-]*\d){5}((?:[ ().-]*\d){3})(?![\w-])/g
const EMAIL = /[^\s"'<>(),:;@\\]{1,64}(?:@|%40)[^\s"'<>(),:;@\\]{1,255}/gi

export function maskPhones(text: string): string {
  return text
    .replace(PHONE, '$1•••••$2')
    .replace(
      SPACED_PHONE,
      (_, code: string, first: string, last: string) =>
        `${code}${first}•••••${last.replace(/\D/g, '')}`,
    )
}

/** A room's secrets, which no log line may show: a pattern and its replacement. */
export type RedactionRules = [RegExp, string][]

/**
 * Removes secrets from a finished log line. This is the last step, so it covers every field,
 * including PostgreSQL's details and providers' texts.
 */
function redactLine(line: string, redaction: readonly RedactionRules[]): string {
  // Run the rooms' rules first, because digits that look like a phone number may be part of a
  // secret.
  const ours = redaction
    .flat()
    .reduce((masked, [found, shown]) => masked.replace(found, shown), line)
  return maskPhones(ours)
    .replace(EMAIL, '…@…')
    .replace(/\/cb\/([a-z]+)\/[^/?\s"\\…]+/g, '/cb/$1/…')
}

/** The route but not the URL, because URLs contain numbers, ids and typed text. */
type LoggedRequest = {
  id: string
  method: string
  routeOptions?: { url?: string | undefined }
  /** The route pattern of the page, because one route serves all pages. */
  page?: string
}

type LogOptions = {
  redaction?: readonly RedactionRules[]
  stream?: pino.DestinationStream
  /**
   * True for errors of an outage. A message about such an error, or about an error with such a
   * cause, is logged once a minute for each job, sweep or route.
   */
  isFlood?: (error: unknown) => boolean
}

type FloodFields = { err?: Error; job?: string; sweep?: string; req?: LoggedRequest }

const subjectOf = ({ job, sweep, req }: FloodFields): string => job ?? sweep ?? routeOf(req) ?? ''

const routeOf = (request: LoggedRequest | undefined): string | null =>
  request?.page || request?.routeOptions?.url || null

/** Writes to standard output, or to `stream` in tests. */
export function makeLog(
  level: string,
  { redaction = [], stream, isFlood = () => false }: LogOptions = {},
): Log {
  const admit = admitOnceAMinute()
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['phone', 'recipient', 'email', 'req.headers', '*.phone'], censor: '…' },
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      streamWrite: (line) => redactLine(line, redaction),
      logMethod(args, method) {
        const [fields, message] = args as unknown as [FloodFields, string]
        const { err } = fields ?? {}
        if (!err || !(isFlood(err) || (err.cause && isFlood(err.cause))))
          return method.apply(this, args)
        const left = admit(`${message} ${subjectOf(fields)}`)
        if (left === null) return
        method.apply(this, [left > 0 ? { ...fields, left } : fields, message] as never)
      },
    },
    serializers: {
      err: (error: Error) => {
        // Leaves out PostgreSQL's detail, which may quote a whole row with tokens and IP addresses.
        const { detail, ...fields } = pino.stdSerializers.err(error)
        return fields
      },
      req: (request: LoggedRequest) => ({
        id: request.id,
        method: request.method,
        route: routeOf(request),
      }),
    },
  }
  return pino(options, stream ?? openOutput())
}

// Maximum size of the log lines that wait to be written. Further lines are dropped.
const WAITING_MAX_BYTES = 1_000_000

/**
 * A log file, or standard output. Errors, such as a full disk, must not end the process. Writes
 * synchronously: with pino's own buffer, the first line that fails starts the exit, but pino then
 * retries the remaining lines for ever, so that the process neither serves nor exits.
 */
export function openOutput(file: string | null = null) {
  const dest = file ?? 1
  const output = pino.destination({ dest, sync: true, maxLength: WAITING_MAX_BYTES, mode: 0o600 })
  // Lines that could not be written stay in the buffer and are written with the next line.
  output.on('error', () => {})
  return output
}

const REPEATED_AFTER_MS = 60_000

/**
 * Returns a function that admits each text once a minute. For an admitted text, the function
 * returns how many lines with this text were left out since the last admitted line. For other lines
 * it returns null, and the caller leaves them out.
 */
function admitOnceAMinute(): (text: string) => number | null {
  const known = new Map<string, { at: number; left: number }>()
  return (text) => {
    const last = known.get(text)
    const now = performance.now()
    if (last && now - last.at < REPEATED_AFTER_MS) {
      last.left += 1
      return null
    }
    known.set(text, { at: now, left: 0 })
    return last?.left ?? 0
  }
}

export function onceAMinute<A extends unknown[]>(report: (...fields: A) => void) {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (...fields: A) => {
    if (performance.now() - reportedAt < REPEATED_AFTER_MS) return
    reportedAt = performance.now()
    report(...fields)
  }
}
