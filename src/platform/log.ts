import pino from 'pino'

export type Log = pino.Logger

// Also behind a space or a plus as addresses write them, which end in digits.
const PHONE = /(?:(?<!\d)|(?<=%20|%2b))\+?(254[17]|0[17])\d{5}(\d{3})(?!\d)/gi
// As people write them. Not within a UUID, whose groups may be digits alone.
const SPACED_PHONE =
  /(?<![\w-])\+?\(?(254|0)[ ().-]*([17])(?:[ ().-]*\d){5}((?:[ ().-]*\d){3})(?![\w-])/g
const EMAIL = /[^\s"'<>(),:;@\\]{1,64}(?:@|%40)[^\s"'<>(),:;@\\]{1,255}/gi

/** Phone numbers become 2547•••••678 wherever they appear in a logged text. */
export function maskPhones(text: string): string {
  return text
    .replace(PHONE, '$1•••••$2')
    .replace(
      SPACED_PHONE,
      (_, code: string, first: string, last: string) =>
        `${code}${first}•••••${last.replace(/\D/g, '')}`,
    )
}

/** What a room knows that nobody may read in the log: what is found, and what is written for it. */
export type Masks = [RegExp, string][]

/**
 * The last look at a line before it is written: whatever was logged, a database's detail and a
 * provider's sentence included.
 */
function maskLine(line: string, masks: readonly Masks[]): string {
  // The rooms' first: what looks like a phone number may be a part of a secret, which is then whole.
  const ours = masks.flat().reduce((masked, [found, shown]) => masked.replace(found, shown), line)
  return maskPhones(ours)
    .replace(EMAIL, '…@…')
    .replace(/\/cb\/([a-z]+)\/[^/?\s"\\…]+/g, '/cb/$1/…')
}

/** A request by its route alone: addresses hold numbers, ids and what people typed. */
type LoggedRequest = {
  id: string
  method: string
  routeOptions?: { url?: string | undefined }
  /** The pattern of the page, where one route answers all pages. */
  page?: string
}

/** Writes to standard output, unless a test wants to see the lines. */
export function makeLog(
  level: string,
  { masks = [], stream }: { masks?: readonly Masks[]; stream?: pino.DestinationStream } = {},
): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['phone', 'recipient', 'email', 'req.headers', '*.phone'], censor: '…' },
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: (line) => maskLine(line, masks) },
    serializers: {
      err: (error: Error) => {
        // PostgreSQL's detail may quote the whole row, with tokens and addresses in it.
        const { detail, ...told } = pino.stdSerializers.err(error)
        return told
      },
      req: ({ id, method, page, routeOptions }: LoggedRequest) => ({
        id,
        method,
        route: page || routeOptions?.url || null,
      }),
    },
  }
  return pino(options, stream ?? openOutput())
}

// Lines that wait for room; what comes when they are so many is lost.
const WAITING_MAX_BYTES = 1_000_000

/**
 * A log that cannot be written, as on a full disk, must end nothing. Written at once: pino's own
 * buffer ends the process with the first line that fails, and tries for ever to write the rest on
 * the way out, so that it neither serves nor ends.
 */
function openOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_MAX_BYTES })
  // The lines are still there, and are tried again with the next one.
  output.on('error', () => {})
  return output
}

const REPEATED_AFTER_MS = 60_000

/** Passes a report on at most once a minute and drops the others. */
export function onceAMinute<A extends unknown[]>(report: (...fields: A) => void) {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (...fields: A) => {
    if (performance.now() - reportedAt < REPEATED_AFTER_MS) return
    reportedAt = performance.now()
    report(...fields)
  }
}
