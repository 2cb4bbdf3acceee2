// npm run trace -- ORDER [--to http://127.0.0.1:4318]: prints how long each step of an order took,
// from its placing to its SMS. With --to it also sends these times to an OpenTelemetry collector.
// ORDER is an order's code or id.
import { parseArgs } from 'node:util'
import { onDatabase, prepareCommand } from './on-database.mjs'
import { Fault, runMain, say } from './run.mjs'

await runMain(async () => {
  const options = /** @type {const} */ ({ to: { type: 'string' } })
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [order, ...more] = positionals
  if (!order || more.length > 0) throw new Fault('Give one order: its code or its id.')
  if (values.to !== undefined && !/^https?:\/\/[^/]+\/?$/.test(values.to)) {
    throw new Fault(`--to must be an address such as http://127.0.0.1:4318, not '${values.to}'.`)
  }
  await prepareCommand()
  await onDatabase((url) => show(url, order, values.to))
})

/** @param {string} url @param {string} order @param {string | undefined} to */
async function show(url, order, to) {
  const { openDatabase } = await import('../src/platform/database/db.ts')
  const { readTrace, toOtlp, traceLines } = await import('../src/operation/trace/spans.ts')
  const { sendTrace } = await import('../src/operation/trace/send-trace.ts')
  const db = openDatabase(url, 1)
  try {
    const trace = await readTrace(db, order)
    if (!trace) throw new Fault(`No order has the code or id '${order}'.`)
    for (const line of traceLines(trace.spans)) say(line)
    if (to === undefined) return
    await sendTrace(to, toOtlp(trace.orderId, trace.spans)).catch((error) => {
      throw new Fault(`The trace could not be sent: ${error.message}`)
    })
    say(`Sent to ${to}.`)
  } finally {
    await db.destroy()
  }
}
