// Removal of the demo.
import Type from 'typebox'
import { create, defineEndpoints, remove } from '../../../endpoints/endpoint.ts'
import { SetupInput } from '../../../schemas/account.ts'
import { id } from '../../../schemas/fields.ts'
import { Session } from '../../../schemas/organization.ts'

export const demoEndpoints = defineEndpoints(
  { tag: 'Demo', auth: 'session', visibility: 'internal' },
  {
    replaceDemo: create(
      '/app/v1/demo/replacement',
      "Take the demo away for good and begin with an organization of one's own",
      Session,
      {
        description:
          'For administrators of the demo organization only, asked from this machine; else 403 or 404. Sets the session cookie.',
        body: SetupInput,
        errors: ['highway.user.error.forbidden'],
      },
    ),
  },
)

export const demoRemovalEndpoints = defineEndpoints(
  { tag: 'Administration', auth: 'admin', visibility: 'internal' },
  {
    removeDemo: remove(
      '/app/v1/demo',
      'Take the demo away for good',
      Type.Object({
        organization_id: id('What it was.'),
        setup_url: Type.Optional(
          Type.String({
            description: 'Where nobody can sign in any more: a link for the first one, which works once.',
          }),
        ),
      }),
      { description: '404 when there is no demo.' },
    ),
  },
)
