import pg from 'pg'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Explained = { 'Query Text': string; Plan: Plan }

/** A statement with the number of pages of tables and indexes that it read. */
type Reading = { text: string; buffers: number; plan: object }

const SETTINGS = `load 'auto_explain'; set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on; set auto_explain.log_timing = off;
  set auto_explain.log_buffers = on; set auto_explain.log_format = json;
  set auto_explain.log_level = notice;`

/**
 * Makes every statement of this process report the pages that it reads, by PostgreSQL's module
 * auto_explain. Statements run once, as the product sends them, in sessions with these settings.
 * `measure` returns the statements that a function sends.
 */
export function watchBuffers(settings = '') {
  const prototype = pg.Client.prototype
  const { query } = prototype
  const known = new WeakSet<pg.Client>()
  let readings: Reading[] = []
  const hear = ({ message = '' }: { message?: string | undefined }) => {
    const json = /plan:\s*(\{[\s\S]*\})/.exec(message)?.[1]
    if (!json) return
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as Explained
    readings.push({ text, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan })
  }
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (!known.has(this)) {
      known.add(this)
      this.on('notice', hear)
      Reflect.apply(query, this, [SETTINGS + settings])
    }
    return Reflect.apply(query, this, args)
  } as never
  return {
    measure: async (work: () => Promise<unknown>): Promise<Reading[]> => {
      readings = []
      await work()
      const found = readings
      readings = []
      return found
    },
    stop: () => {
      prototype.query = query
    },
  }
}
