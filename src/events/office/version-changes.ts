import { type Difference, differencesOf } from '../editing/event-diff.rules.ts'
import { toDraft, toInput } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { SITE_NAMES, SITES, shownValue } from '../organizers/organizer-links.rules.ts'

/** The differences between two versions of an event and of its organizer's public page. */
export function changesBetween(old: EventReply, now: EventReply): Difference[] {
  const [before, after] = [toInput(toDraft(old), null), toInput(toDraft(now), null)]
  return [...differencesOf(before, after), ...pageChanges(old, now)]
}

function pageChanges({ host: old }: EventReply, { host: now }: EventReply): Difference[] {
  if (!now || old?.version === now.version) return []
  const fields = [
    ['Organizer', old?.name ?? '', now.name],
    ['Public page', old?.words ?? '', now.words],
    ...SITES.map((site) => {
      const words = (host: typeof old) => shownValue(site, host?.[site] ?? null)
      return [SITE_NAMES[site], words(old), words(now)] as const
    }),
  ] as const
  const changed = fields.filter(([, before, after]) => before !== after)
  const isOther = (old?.image ?? null) !== now.image
  return [
    ...changed.map(([what, before, after]) => ({ what, before, after })),
    ...(isOther ? [{ what: "Organizer's picture", before: '', after: '' }] : []),
  ]
}
