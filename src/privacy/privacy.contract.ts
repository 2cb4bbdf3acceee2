import { Type } from 'typebox'

const phone = Type.String({ maxLength: 40 })
const code = Type.String({ maxLength: 20 })

export const DataCodeRequest = Type.Object({ phone })

/** The phone and the code that was sent to it. */
export const DataRequest = Type.Object({ phone, code })

/** All that the shop stores about a phone, by table. */
export const DataReply = Type.Record(Type.String(), Type.Unknown())
export type DataReply = Type.Static<typeof DataReply>
