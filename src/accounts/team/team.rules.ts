import type { TeamRole } from '../../platform/http/platform.contract.ts'
import { ROLE_NAMES, TEAM_ROLES } from '../../platform/http/rights.rules.ts'
import { isPlainPhone, localPhone } from '../../platform/values/phone.rules.ts'

/** The description of each role, for pages about teams and invitations. */
export const ROLE_HINTS: Record<TeamRole, string> = {
  owner: 'Can do everything, and manages the team. Sees sales, money and phone numbers.',
  editor: 'Edits events and works at the door. Sees sales, money and phone numbers.',
  money:
    'Makes refunds, cancels events, and requests or approves payouts. Sees sales, money and phone numbers.',
  door_lead:
    'Checks people in, and sets up gates and gate phones. Sees tickets, check-ins and only parts of phone numbers, and no money.',
  promoter: 'Changes nothing. Sees sales, money, check-ins and only parts of phone numbers.',
}

export const ROLE_OPTIONS = TEAM_ROLES.map((role) => [role, ROLE_NAMES[role]] as const)

/** An email address, or a phone number as people write it. */
export const recipientText = (to: string): string => (isPlainPhone(to) ? localPhone(to) : to)

/** The events of a membership, in words. */
export const scopeText = (event: { title: string } | null): string => event?.title ?? 'All events'
