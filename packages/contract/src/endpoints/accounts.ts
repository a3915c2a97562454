// People: invitations, forgotten passwords, the own account and its sessions, users and members, the first start.
import Type from 'typebox'
import {
  ForgottenPassword,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  MemberRole,
  NewPassword,
  OpenInvitation,
  OpenPasswordReset,
  PasswordChange,
  ProfileUpdate,
  ProjectMember,
  SetupInput,
  SignedInDevice,
  UserUpdate,
} from '../schemas/account.ts'
import { flag, id, text } from '../schemas/fields.ts'
import { pageOf, pageParameters } from '../schemas/list.ts'
import { Session, User } from '../schemas/organization.ts'
import { defineEndpoints } from './endpoint.ts'

const actingFor = {
  organization_id: Type.Optional(id("With the administrator's secret: the organization that is meant.")),
}
const organizationQuery = Type.Object(actingFor)
const rights = ['highway.user.error.last_administrator'] as const

/** Whoever holds the secret of a mail or of the first start. The pages are /invite/{token}, /reset/{token}, /setup/{token}. */
export const openingEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    getOpenInvitation: {
      method: 'GET',
      path: '/app/v1/invite/{invitation_token}',
      summary: 'See an invitation',
      response: { 200: OpenInvitation },
      errors: ['highway.user.error.link_expired'],
    },
    acceptInvitation: {
      method: 'POST',
      path: '/app/v1/invite/{invitation_token}',
      summary: 'Join the organization and sign in',
      description: 'Sets the session cookie. The link works once.',
      body: InvitationAcceptance,
      response: { 201: Session },
      errors: ['highway.user.error.link_expired', 'highway.user.error.email_taken'],
    },
    requestPasswordReset: {
      method: 'POST',
      path: '/app/v1/password/forgotten',
      summary: 'Ask for a mail with a link to a new password',
      description: 'Answers alike whether the address is known or not.',
      body: ForgottenPassword,
      response: { 204: null },
    },
    getOpenPasswordReset: {
      method: 'GET',
      path: '/app/v1/password/{reset_token}',
      summary: 'See whose password is to be set anew',
      response: { 200: OpenPasswordReset },
      errors: ['highway.user.error.link_expired'],
    },
    resetPassword: {
      method: 'POST',
      path: '/app/v1/password/{reset_token}',
      summary: 'Set a new password and sign in',
      description:
        'Sets the session cookie and ends all other sessions of the person. The link works once, for an hour.',
      body: NewPassword,
      response: { 200: Session },
      errors: ['highway.user.error.link_expired'],
    },
    getSetup: {
      method: 'GET',
      path: '/app/v1/setup/{setup_token}',
      summary: 'See whether the installation still waits for its first administrator',
      response: { 200: Type.Object({ open: flag() }) },
      errors: ['highway.user.error.link_expired'],
    },
    completeSetup: {
      method: 'POST',
      path: '/app/v1/setup/{setup_token}',
      summary: 'Create the first organization and its administrator, and sign in',
      description: 'Sets the session cookie. The link is printed by the first start and works once.',
      body: SetupInput,
      response: { 201: Session },
      errors: ['highway.user.error.link_expired', 'highway.user.error.email_taken'],
    },
  },
)

export const accountEndpoints = defineEndpoints(
  { tag: 'Account', auth: 'session', visibility: 'internal' },
  {
    updateProfile: {
      method: 'PUT',
      path: '/app/v1/profile',
      summary: 'Change the own name or language',
      query: organizationQuery,
      body: ProfileUpdate,
      response: { 200: User },
    },
    changePassword: {
      method: 'PUT',
      path: '/app/v1/profile/password',
      summary: 'Change the own password',
      description: 'Ends all other sessions. Throttled like signing in.',
      query: organizationQuery,
      body: PasswordChange,
      response: { 204: null },
      errors: ['highway.user.error.wrong_password'],
    },
    listSessions: {
      method: 'GET',
      path: '/app/v1/sessions',
      summary: 'List where one is signed in, last seen first',
      query: organizationQuery,
      response: { 200: Type.Array(SignedInDevice) },
    },
    endSession: {
      method: 'DELETE',
      path: '/app/v1/sessions/{session_id}',
      summary: 'End a session of one’s own',
      query: organizationQuery,
      response: { 204: null },
    },
    endOtherSessions: {
      method: 'DELETE',
      path: '/app/v1/sessions',
      summary: 'End all own sessions but this one',
      query: organizationQuery,
      response: { 204: null },
    },
    listUsers: {
      method: 'GET',
      path: '/app/v1/users',
      summary: 'List the people of the organization by name',
      description: 'An organization_user sees those of the own projects.',
      query: Type.Object({
        ...actingFor,
        ...pageParameters,
        text: Type.Optional(text('Part of name or address.')),
        active: Type.Optional(flag()),
      }),
      response: { 200: pageOf('UserPage', User) },
    },
    getUser: {
      method: 'GET',
      path: '/app/v1/user/{user_id}',
      summary: 'Retrieve a person',
      query: organizationQuery,
      response: { 200: User },
    },
    updateUser: {
      method: 'PUT',
      path: '/app/v1/user/{user_id}',
      summary: 'Change role, projects or activity of a person',
      description:
        'Deactivating ends all sessions and refuses all keys of the person. `memberships` replaces the list.',
      query: organizationQuery,
      body: UserUpdate,
      response: { 200: User },
      errors: rights,
    },
    listInvitations: {
      method: 'GET',
      path: '/app/v1/invitations',
      summary: 'List invitations, newest first',
      query: organizationQuery,
      response: { 200: Type.Array(Invitation) },
    },
    createInvitation: {
      method: 'POST',
      path: '/app/v1/invitation',
      summary: 'Invite somebody by mail',
      description: 'An open invitation of the same address is replaced.',
      query: organizationQuery,
      body: InvitationInput,
      response: { 201: Invitation },
      ratePerMinute: 60,
      errors: ['highway.user.error.email_taken'],
    },
    resendInvitation: {
      method: 'POST',
      path: '/app/v1/invitation/{invitation_id}/resend',
      summary: 'Send the mail again, with a new link for seven days',
      query: organizationQuery,
      response: { 200: Invitation },
      ratePerMinute: 60,
      errors: ['highway.user.error.invitation_closed'],
    },
    withdrawInvitation: {
      method: 'DELETE',
      path: '/app/v1/invitation/{invitation_id}',
      summary: 'Withdraw an invitation; its link ends',
      query: organizationQuery,
      response: { 200: Invitation },
      errors: ['highway.user.error.invitation_closed'],
    },
    listProjectMembers: {
      method: 'GET',
      path: '/app/v1/project/{project_id}/members',
      summary: 'List the members of a project by name',
      response: { 200: Type.Array(ProjectMember) },
    },
    setProjectMember: {
      method: 'PUT',
      path: '/app/v1/project/{project_id}/member/{user_id}',
      summary: 'Give a person a part in the project, or end it',
      body: MemberRole,
      response: { 200: Type.Array(ProjectMember) },
    },
  },
)
