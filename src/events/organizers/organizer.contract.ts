import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EventReply } from '../events.contract.ts'
import { NAME_MAX, WORDS_MAX } from './organizer.rules.ts'

/** The public page of an organizer. */
export const OrganizerReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The organizer's text about itself; '' for none. */
  words: Type.String(),
  /** Address of the picture; null if there is none. */
  image: nullable(Type.String()),
  /** False while no event is published: then only the organizer and admins see the page. */
  is_public: Type.Boolean(),
  /** Published events on sale, the soonest first. */
  coming: Type.Array(EventReply),
  /** Published events whose sales have ended, the latest first. */
  past: Type.Array(EventReply),
})
export type OrganizerReply = Type.Static<typeof OrganizerReply>

/** Absent fields stay unchanged. */
export const OrganizerInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: NAME_MAX })),
  words: Type.Optional(Type.String({ maxLength: WORDS_MAX })),
  /** The address of a picture, as an upload returned it. Null removes the picture. */
  image: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
})
export type OrganizerInput = Type.Static<typeof OrganizerInput>
