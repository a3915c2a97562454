// Accounts: invitations, forgotten passwords, the user's own account and its sessions, users and members, the first start.
import Type from 'typebox'
import {
  ForgottenPassword,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  MachineUserInput,
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
import { flag, text } from '../schemas/fields.ts'
import { getPage, pageParameters } from '../schemas/list.ts'
import { Session, User } from '../schemas/organization.ts'
import { SignInAnswer } from '../schemas/sign-in.ts'
import { actingFor, organizationQuery } from './dashboard.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'

const rights = ['highway.user.error.last_administrator', 'highway.user.error.last_local_administrator'] as const

/** For holders of the secret from a mail or from the first start. The pages are /invite/{token}, /reset/{token}, /setup/{token}. */
export const openingEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    getOpenInvitation: get('/app/v1/invite/{invitation_token}', 'See an invitation', OpenInvitation, {
      errors: ['highway.user.error.link_expired'],
    }),
    acceptInvitation: create('/app/v1/invite/{invitation_token}', 'Join the organization and sign in', SignInAnswer, {
      description: 'Sets the session cookie. The link works once.',
      body: InvitationAcceptance,
      errors: [
        'highway.user.error.link_expired',
        'highway.user.error.email_taken',
        'highway.user.error.common_password',
      ],
    }),
    requestPasswordReset: post('/app/v1/password/forgotten', 'Ask for a mail with a link to a new password', null, {
      description: 'Answers alike whether the address is known or not.',
      body: ForgottenPassword,
    }),
    getOpenPasswordReset: get(
      '/app/v1/password/{reset_token}',
      'See whose password is to be set anew',
      OpenPasswordReset,
      { errors: ['highway.user.error.link_expired'] },
    ),
    resetPassword: post('/app/v1/password/{reset_token}', 'Set a new password and sign in', SignInAnswer, {
      description:
        'Sets the session cookie and ends all other sessions of the person. The link works once, for an hour.',
      body: NewPassword,
      errors: ['highway.user.error.link_expired', 'highway.user.error.common_password'],
    }),
    getSetup: get(
      '/app/v1/setup/{setup_token}',
      'See whether the installation still waits for its first administrator',
      Type.Object({ open: flag() }),
      { errors: ['highway.user.error.link_expired'] },
    ),
    completeSetup: create(
      '/app/v1/setup/{setup_token}',
      'Create the first organization and its administrator, and sign in',
      Session,
      {
        description: 'Sets the session cookie. The link is printed by the first start and works once.',
        body: SetupInput,
        errors: [
          'highway.user.error.link_expired',
          'highway.user.error.email_taken',
          'highway.user.error.common_password',
        ],
      },
    ),
  },
)

export const accountEndpoints = defineEndpoints(
  { tag: 'Account', auth: 'session', visibility: 'internal' },
  {
    updateProfile: put('/app/v1/profile', 'Change the own name or language', User, {
      query: organizationQuery,
      body: ProfileUpdate,
    }),
    changePassword: put('/app/v1/profile/password', 'Change the own password', null, {
      description: 'Ends all other sessions. Throttled like signing in.',
      query: organizationQuery,
      body: PasswordChange,
      errors: ['highway.user.error.wrong_password', 'highway.user.error.common_password'],
    }),
    listSessions: get('/app/v1/sessions', 'List where one is signed in, last seen first', Type.Array(SignedInDevice), {
      query: organizationQuery,
    }),
    endSession: remove('/app/v1/sessions/{session_id}', 'End a session of one’s own', null, {
      query: organizationQuery,
    }),
    endOtherSessions: remove('/app/v1/sessions', 'End all own sessions but this one', null, {
      query: organizationQuery,
    }),
    listUsers: get('/app/v1/users', 'List the people of the organization by name', getPage('UserPage', User), {
      description: 'An organization_user sees those of the own projects.',
      query: Type.Object({
        ...actingFor,
        ...pageParameters,
        text: Type.Optional(text('Part of name or address.')),
        active: Type.Optional(flag()),
      }),
    }),
    getUser: get('/app/v1/user/{user_id}', 'Retrieve a person', User, { query: organizationQuery }),
    updateUser: put('/app/v1/user/{user_id}', 'Change role, projects or activity of a person', User, {
      description:
        'Deactivating ends all sessions and refuses all keys of the person. `memberships` replaces the list.',
      query: organizationQuery,
      body: UserUpdate,
      errors: rights,
    }),
    createMachineUser: create('/app/v1/machine_user', 'Add a program as a user that cannot sign in', User, {
      description: 'Keys are made for it by naming it as their `user_id`.',
      query: organizationQuery,
      body: MachineUserInput,
    }),
    listInvitations: get('/app/v1/invitations', 'List invitations, newest first', Type.Array(Invitation), {
      query: organizationQuery,
    }),
    createInvitation: create('/app/v1/invitation', 'Invite somebody by mail', Invitation, {
      description: 'An open invitation of the same address is replaced.',
      query: organizationQuery,
      body: InvitationInput,
      ratePerMinute: 60,
      errors: ['highway.user.error.email_taken'],
    }),
    resendInvitation: post(
      '/app/v1/invitation/{invitation_id}/resend',
      'Send the mail again, with a new link for seven days',
      Invitation,
      { query: organizationQuery, ratePerMinute: 60, errors: ['highway.user.error.invitation_closed'] },
    ),
    withdrawInvitation: remove(
      '/app/v1/invitation/{invitation_id}',
      'Withdraw an invitation; its link ends',
      Invitation,
      { query: organizationQuery, errors: ['highway.user.error.invitation_closed'] },
    ),
    listProjectMembers: get(
      '/app/v1/project/{project_id}/members',
      'List the members of a project by name',
      Type.Array(ProjectMember),
    ),
    setProjectMember: put(
      '/app/v1/project/{project_id}/member/{user_id}',
      'Give a person a part in the project, or end it',
      Type.Array(ProjectMember),
      { body: MemberRole },
    ),
  },
)
