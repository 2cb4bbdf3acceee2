import { Type } from 'typebox'

const phone = Type.String({ maxLength: 40 })
const code = Type.String({ maxLength: 20 })

export const DataCodeRequest = Type.Object({ phone })

export const DataRequest = Type.Object({ phone, code })

export const DataReply = Type.Record(Type.String(), Type.Unknown())
export type DataReply = Type.Static<typeof DataReply>
