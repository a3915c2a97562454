// Removal of the demo.
import Type from 'typebox'
import { create, defineEndpoints, get, remove } from '../../../endpoints/endpoint.ts'
import { id } from '../../../schemas/fields.ts'
import { Session } from '../../../schemas/organization.ts'
import { DemoReplacement } from '../schemas/replacement.ts'

const count = (what: string) => Type.Integer({ description: `How many ${what}.`, minimum: 0 })

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
        body: DemoReplacement,
        errors: ['highway.user.error.forbidden', 'highway.user.error.common_password'],
      },
    ),
    countEntered: get(
      '/app/v1/demo/entered',
      'Count what people entered in the demo',
      Type.Object({
        plans: count('plans with stops'),
        stops: count('stops, those on the plan of the demo day among them'),
        vehicles: count('vehicles'),
        clients: count('clients'),
        others: count('drivers, depots, charging places and zones'),
      }),
      {
        description:
          "What `keep_entered` brings along: what is not the demo's own, and what plans with such stops name. For administrators of the demo organization only, asked from this machine; else 403 or 404.",
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
