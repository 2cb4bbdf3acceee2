import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

/** A text or address in both languages of buyers. */
const InEach = Type.Object({ en: Type.String(), sw: Type.String() })

/** Links, texts and pictures with which an organizer advertises a published event. */
export const SharingReply = Type.Object({
  /** The latest short link that the organizer chose, or the address of the event's page. */
  url: Type.String(),
  /** The USSD string to dial. Null if USSD is turned off or the event is not on sale. */
  dial: nullable(Type.String()),
  /** The texts for WhatsApp. */
  texts: InEach,
  /** The addresses of the pictures for WhatsApp Status and Instagram, JPEGs of 1080×1920. */
  pictures: InEach,
  /** The short links that the organizer has chosen, the latest first. They never end. */
  short_links: Type.Array(
    Type.Object({ name: Type.String(), url: Type.String(), visits: Type.Integer() }),
  ),
})
export type SharingReply = Type.Static<typeof SharingReply>

export const ShortLinkRequest = Type.Object(
  { name: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
)
