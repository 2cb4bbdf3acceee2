import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EventReply } from '../events.contract.ts'
import { NAME_MAX, WORDS_MAX } from './organizer.rules.ts'
import { LINK_MAX } from './read-link.rules.ts'

const link = Type.Optional(nullable(Type.String({ maxLength: LINK_MAX })))

/** The public page of an organizer. */
export const OrganizerReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The organizer's description of itself. '' if there is none. */
  words: Type.String(),
  /** The address of the picture. Null if there is no picture. */
  image: nullable(Type.String()),
  /** A public number for WhatsApp, such as '254712345678'. Null if there is none. */
  whatsapp: nullable(Type.String()),
  /** The handle on Instagram, without the @. Null if there is none. */
  instagram: nullable(Type.String()),
  /** The handle on TikTok, without the @. Null if there is none. */
  tiktok: nullable(Type.String()),
  /**
   * False if the organizer has no published event. The page is then visible only to the organizer,
   * members with the right to edit, and admins.
   */
  is_public: Type.Boolean(),
  /**
   * Only for users who may edit the page: a name that waits for an admin, because it has words such
   * as the name of a bank. Null if no name waits.
   */
  asked_name: Type.Optional(nullable(Type.String())),
  /** Published events on sale, the soonest first. */
  coming: Type.Array(EventReply),
  /** Published events whose sales have ended, the latest first. */
  past: Type.Array(EventReply),
})
export type OrganizerReply = Type.Static<typeof OrganizerReply>

/**
 * Absent fields stay unchanged. A name with words that only an admin may allow waits in
 * `asked_name`. A `name` from an admin is allowed, and replaces a waiting name.
 */
export const OrganizerInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: NAME_MAX })),
  words: Type.Optional(Type.String({ maxLength: WORDS_MAX })),
  /** The address of a picture, as an upload returned it. Null removes the picture. */
  image: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  /** A phone number or a link of wa.me. Null or '' removes the link, as in the fields below. */
  whatsapp: link,
  /** A handle, or a link of instagram.com to a profile. */
  instagram: link,
  /** A handle, or a link of tiktok.com to a profile. */
  tiktok: link,
})
export type OrganizerInput = Type.Static<typeof OrganizerInput>
