import { Type } from 'typebox'

const Waiting = { count: Type.Integer(), oldest_seconds: Type.Number() }
const States = Type.Array(
  Type.Object({ state: Type.String(), count: Type.Integer(), amount: Type.Number() }),
)

/** The figures of /metrics for the back office, about the shop and the process that replies. */
export const OperationReply = Type.Object({
  version: Type.String(),
  /** Jobs that could run now, by lane. */
  jobs: Type.Array(Type.Object({ lane: Type.String(), ...Waiting })),
  prompts: Type.Array(Type.Object({ status: Type.String(), ...Waiting })),
  /** Orders of the last 24 hours by state, with their amounts in shillings. */
  orders: States,
  /** Confirmed payments of the orders above by `use`, and the refunds of the last 24 hours. */
  money: States,
  /** Rows that have waited too long, as counted by the last sweep. */
  overdue: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() })),
  /** Calls to M-Pesa, the SMS gateway and the mail server, by outcome, since the process started. */
  calls: Type.Array(
    Type.Object({ what: Type.String(), outcome: Type.String(), count: Type.Integer() }),
  ),
  /** Database connections of the process. */
  connections: Type.Object({
    total: Type.Integer(),
    idle: Type.Integer(),
    waiting: Type.Integer(),
  }),
  /** Requests since the process started, the most frequent first. */
  requests: Type.Array(
    Type.Object({
      route: Type.String(),
      status: Type.String(),
      count: Type.Integer(),
      mean_ms: Type.Number(),
    }),
  ),
})
export type OperationReply = Type.Static<typeof OperationReply>
