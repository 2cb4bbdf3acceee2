import pg from 'pg'

/** PostgreSQL's code for a write in a read-only transaction. */
const READ_ONLY = '25006'

/** True if the server takes no writes: it is a standby, or a primary that was replaced. */
export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY

/** After a failover, a pool must not reuse a connection whose server stays read-only. */
export class WritableClient extends pg.Client {
  wasRefused = false

  override query(...args: unknown[]): never {
    const result: unknown = super.query(...(args as [never]))
    if (result instanceof Promise) {
      result.catch((error) => {
        this.wasRefused ||= isReadOnlyServer(error)
      })
    }
    return result as never
  }
}
