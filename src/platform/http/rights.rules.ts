import type { Membership, Right, TeamRole } from './platform.contract.ts'

export const TEAM_ROLES = ['owner', 'editor', 'money', 'door_lead', 'promoter'] as const

const ROLES_WITH: Record<Right, readonly TeamRole[]> = {
  see: TEAM_ROLES,
  figures: ['owner', 'editor', 'money', 'promoter'],
  buyers: ['owner', 'editor', 'money'],
  edit: ['owner', 'editor'],
  money: ['owner', 'money'],
  door: ['owner', 'editor', 'door_lead'],
  own: ['owner'],
}

export const hasRight = (role: TeamRole, right: Right): boolean => ROLES_WITH[right].includes(role)

export const rolesWith = (right: Right): readonly TeamRole[] => ROLES_WITH[right]

export const ROLE_NAMES: Record<TeamRole, string> = {
  owner: 'Owner',
  editor: 'Editor',
  money: 'Money',
  door_lead: 'Door lead',
  promoter: 'Promoter',
}

type Member = {
  accountId: string
  memberships?: readonly Membership[]
  lacking?: readonly Membership[]
}

export function withRight<V extends Member>(viewer: V, right: Right): V {
  const { memberships } = viewer
  if (!memberships) return viewer
  return { ...viewer, memberships: memberships.filter(({ role }) => hasRight(role, right)) }
}

/** Organizers with the right over all their events; the viewer's own comes first. */
export function organizersOf(viewer: Member, right: Right): string[] {
  const wide = withRight(viewer, right).memberships?.filter(({ eventId }) => eventId === null) ?? []
  return [viewer.accountId, ...wide.map(({ organizerId }) => organizerId)]
}

/** The single events over which the viewer has the right, with their organizers. */
export function eventsOf(viewer: Member, right: Right): { ids: string[]; organizers: string[] } {
  const single =
    withRight(viewer, right).memberships?.filter(({ eventId }) => eventId !== null) ?? []
  return {
    ids: single.flatMap(({ eventId }) => eventId ?? []),
    organizers: single.map(({ organizerId }) => organizerId),
  }
}

const RIGHTS = Object.keys(ROLES_WITH) as Right[]

export function rightsOver(
  { role, ...viewer }: Member & { role: string },
  event: { id: string; organizer_id: string | null },
): Right[] {
  if (role === 'admin' || event.organizer_id === viewer.accountId) return RIGHTS
  const { memberships = [], lacking = [] } = viewer
  const roles = [...memberships, ...lacking]
    .filter(({ organizerId }) => organizerId === event.organizer_id)
    .filter(({ eventId }) => eventId === null || eventId === event.id)
  return RIGHTS.filter((right) => roles.some((one) => hasRight(one.role, right)))
}
