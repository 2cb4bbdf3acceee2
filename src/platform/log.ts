import pino from 'pino'

export type Log = pino.Logger

/** Phone numbers become 2547•••••678 wherever they appear in a logged text. */
export function maskPhones(text: string): string {
  return text.replace(/(?<!\d)\+?(254[17]|0[17])\d{5}(\d{3})(?!\d)/g, '$1•••••$2')
}

/** Callback tokens and the API's phone filter never reach the log. */
export function loggableUrl(url: string): string {
  // A space or a plus before a number is no digit of it.
  const plain = url.replace(/%(20|2b)/gi, '+')
  return (
    maskPhones(plain)
      .replace(/\/cb\/([a-z]+)\/[^/?]+/, '/cb/$1/…')
      .replace(/(\/newsletter\/(?:unsubscribe\/)?)[^/?]+/, '$1…')
      .replace(/([?&]phone=)[^&]*/g, '$1…')
      // Where people are looked for: a cursor is an e-mail address too.
      .replace(/^(\/api\/accounts\?).*/, '$1…')
  )
}

/**
 * The last look at a line before it is written: whatever was logged, a database's detail and a
 * provider's sentence included. A CheckoutRequestID ends in the digits of its phone.
 */
function maskLine(line: string): string {
  return maskPhones(line)
    .replace(/ws_CO_\d+/g, 'ws_CO_…')
    .replace(/\/cb\/([a-z]+)\/[^/?\s"\\…]+/g, '/cb/$1/…')
}

/** Writes to standard output, unless a test wants to see the lines. */
export function makeLog(level: string, stream?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['phone', 'recipient', 'email', 'req.headers', '*.phone'], censor: '…' },
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: maskLine },
    serializers: {
      err: (error: Error) => {
        // PostgreSQL's detail may quote the whole row, with tokens and addresses in it.
        const { detail, ...told } = pino.stdSerializers.err(error)
        return told
      },
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: loggableUrl(request.url),
      }),
    },
  }
  return stream ? pino(options, stream) : pino(options)
}
