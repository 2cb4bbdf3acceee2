import pino from 'pino'

export type Log = pino.Logger

/** Phone numbers become 2547•••••678 wherever they appear in a logged text. */
export function maskPhones(text: string): string {
  return text.replace(/(?<!\d)\+?(254[17]|0[17])\d{5}(\d{3})(?!\d)/g, '$1•••••$2')
}

/**
 * What a room knows that nobody may read in the log, as pairs of what is found and what is written
 * for it: in the addresses of requests, or in whole lines.
 */
export type Masks = { urls?: [RegExp, string][]; lines?: [RegExp, string][] }

const maskAll = (text: string, masks: [RegExp, string][] = []) =>
  masks.reduce((masked, [found, shown]) => masked.replace(found, shown), text)

/** Callback tokens and the API's phone filter never reach the log. */
export function loggableUrl(url: string, masks: readonly Masks[]): string {
  // A space or a plus before a number is no digit of it.
  const plain = url.replace(/%(20|2b)/gi, '+')
  const ours = maskPhones(plain)
    .replace(/\/cb\/([a-z]+)\/[^/?]+/, '/cb/$1/…')
    .replace(/([?&]phone=)[^&]*/g, '$1…')
  return masks.reduce((masked, { urls }) => maskAll(masked, urls), ours)
}

/**
 * The last look at a line before it is written: whatever was logged, a database's detail and a
 * provider's sentence included.
 */
function maskLine(line: string, masks: readonly Masks[]): string {
  const ours = maskPhones(line).replace(/\/cb\/([a-z]+)\/[^/?\s"\\…]+/g, '/cb/$1/…')
  return masks.reduce((masked, { lines }) => maskAll(masked, lines), ours)
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
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: loggableUrl(request.url, masks),
      }),
    },
  }
  return stream ? pino(options, stream) : pino(options)
}
