// An organization of one's own in the place of the demo.
import Type, { type Static } from 'typebox'
import { SetupInput } from '../../../schemas/account.ts'

export const DemoReplacement = Type.Object({
  ...SetupInput.properties,
  keep_entered: Type.Optional(
    Type.Boolean({
      description:
        'Whether plans with their stops and routes, vehicles, drivers, depots, charging places, zones and clients that people entered come along. False by default.',
    }),
  ),
})
export type DemoReplacement = Static<typeof DemoReplacement>
