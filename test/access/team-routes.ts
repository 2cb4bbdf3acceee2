// The part of the access table about teams.
import { randomUUID } from 'node:crypto'
import { accounts, everyone, type Line, owner } from './lines.ts'

export const TEAM_LINES: Record<string, Line[]> = {
  'GET /api/organizations': [accounts()],
  'GET /api/organizations/:id/members': [
    owner(({ organizerId }) => ({ params: { id: organizerId } })),
  ],
  'POST /api/organizations/:id/members': [
    {
      ...owner(({ organizerId }) => ({
        params: { id: organizerId },
        payload: { email: `${randomUUID()}@lango.test`, role: 'promoter' },
      })),
      status: 201,
    },
  ],
  'PUT /api/organizations/:id/members/:member_id': [
    owner(({ organizerId, memberId }) => ({
      params: { id: organizerId, member_id: memberId },
      payload: { role: 'promoter' },
    })),
  ],
  // The account that owns the events is no member, so the call is refused.
  'DELETE /api/organizations/:id/members/:member_id': [
    {
      ...owner(({ organizerId }) => ({ params: { id: organizerId, member_id: organizerId } })),
      status: 409,
    },
  ],
  'DELETE /api/organizations/:id/invitations/:invitation_id': [
    owner(({ organizerId, invitationId }) => ({
      params: { id: organizerId, invitation_id: invitationId },
    })),
  ],
  'POST /api/auth/invitation': [everyone(() => ({ payload: { token: 'x' } }), 410)],
  'POST /api/auth/invitation/accept': [
    { ...accounts(() => ({ payload: { token: 'x' } })), status: 410 },
  ],
  'POST /api/auth/invitation/join': [
    everyone(() => ({ payload: { token: 'x', password: 'uwanja-wetu', full_name: 'Asha' } }), 410),
  ],
}
