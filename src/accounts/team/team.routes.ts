import { Type } from 'typebox'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { SignInRefusal, TokenReply } from '../accounts.contract.ts'
import { COOKIES, callerOf, replyWithSignIn } from '../cookies.ts'
import { limitAccounts } from '../limits.ts'
import type { AccountDeps } from '../passwords.ts'
import { acceptInvitation, joinAsNew, readInvitation } from './accept.ts'
import { invite, withdraw } from './invitations.ts'
import { changeMember, listTeams, readTeam, removeMember } from './members.ts'
import {
  InvitationParams,
  InvitationReply,
  InviteRequest,
  JoinRequest,
  MemberParams,
  MemberRoleRequest,
  OpenInvitation,
  OpenInvitationRequest,
  TeamList,
  TeamReply,
} from './team.contract.ts'
import type { TeamEvents } from './team-events.ts'

type TeamDeps = AccountDeps & TeamEvents

/** Routes by which owners manage the members of an organizer's team, and by which people join. */
export function registerTeamRoutes(app: App, deps: TeamDeps): void {
  registerMembers(app, deps)
  registerInvitations(app, deps)
  registerJoining(app, deps)
}

function registerMembers(app: App, deps: TeamDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/organizations',
    access: 'organizer',
    right: 'see',
    schema: { response: { 200: TeamList } },
    handler: (request) => listTeams(deps, viewerOf(request)),
  })
  route(app, {
    method: 'GET',
    url: '/api/organizations/:id/members',
    access: 'organizer',
    schema: { params: IdParams, response: { 200: TeamReply } },
    handler: (request) => readTeam(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'PUT',
    url: '/api/organizations/:id/members/:member_id',
    access: 'organizer',
    refuses: [409],
    schema: { params: MemberParams, body: MemberRoleRequest, response: { 200: TeamReply } },
    handler: (request) => {
      const { id: organizer, member_id: member } = request.params
      const { role } = request.body
      return changeMember(deps, viewerOf(request), { organizer, member, role })
    },
  })
  route(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/members/:member_id',
    access: 'organizer',
    // Members in every role may remove themselves.
    right: 'see',
    refuses: [409],
    schema: { params: MemberParams, response: { 200: MessageReply } },
    handler: async (request) => {
      const { id: organizer, member_id: member } = request.params
      await removeMember(deps, viewerOf(request), { organizer, member })
      return { message: 'Removed.' }
    },
  })
}

function registerInvitations(app: App, deps: TeamDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/organizations/:id/members',
    access: 'organizer',
    refuses: [409, 429],
    schema: { params: IdParams, body: InviteRequest, response: { 201: InvitationReply } },
    handler: async (request, reply) => {
      const { id } = request.params
      return reply.code(201).send(await invite(deps, viewerOf(request), id, request.body))
    },
  })
  route(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/invitations/:invitation_id',
    access: 'organizer',
    schema: { params: InvitationParams, response: { 200: MessageReply } },
    handler: async (request) => {
      const { id: organizer, invitation_id: invitation } = request.params
      await withdraw(deps, viewerOf(request), { organizer, invitation })
      return { message: 'Invitation withdrawn.' }
    },
  })
}

function registerJoining(app: App, deps: TeamDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/auth/invitation',
    access: 'public',
    refuses: [410],
    schema: { body: OpenInvitationRequest, response: { 200: OpenInvitation } },
    handler: (request) => readInvitation(deps, request.body.token),
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/invitation/accept',
    access: 'organizer',
    right: 'see',
    refuses: [409, 410],
    schema: { body: OpenInvitationRequest, response: { 200: MessageReply } },
    handler: async (request) => {
      await acceptInvitation(deps, viewerOf(request), request.body.token)
      return { message: 'You are a member now.' }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/auth/invitation/join',
    access: 'public',
    refuses: [409, 410, 429],
    answers: {
      200: { headers: COOKIES },
      401: { schema: SignInRefusal, headers: { 'WWW-Authenticate': Type.String() } },
    },
    schema: { body: JoinRequest, response: { 200: TokenReply } },
    handler: async (request, reply) => {
      const session = await limitAccounts(deps, request.address, () =>
        joinAsNew(deps, request.body, callerOf(deps, request)),
      )
      return await replyWithSignIn(deps, reply, session)
    },
  })
}
