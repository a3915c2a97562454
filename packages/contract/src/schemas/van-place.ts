// Position of a stop's goods in the van, as noted by the driver when loading.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { oneOf, optionalFields } from '../schema.ts'
import { vanPlaceParts } from '../van-place-parts.ts'

export const VanPlace = Type.Object(
  optionalFields({
    depth: oneOf(vanPlaceParts.depth, { description: 'front is behind the cab, back at the rear doors.' }),
    side: oneOf(vanPlaceParts.side, { description: 'In driving direction.' }),
    level: oneOf(vanPlaceParts.level),
    mark: Type.String({
      description: "The driver's own mark, as 12 or B3.",
      minLength: 1,
      maxLength: limits.textLength.vanMark,
      pattern: '\\S',
    }),
  }),
  {
    title: 'VanPlace',
    description: "Where in the van the goods lie: the driver's word, at least one part of it.",
    minProperties: 1,
  },
)
export type VanPlace = Static<typeof VanPlace>
export type VanPlaceWord = NonNullable<VanPlace['depth'] | VanPlace['side'] | VanPlace['level']>
