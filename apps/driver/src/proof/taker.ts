// The taker of the goods, or the place where they were left, as a line before the driver's own comments.
import type { TFunction } from 'i18next'
import type { StopDraft } from '../store/database.ts'

export const takers = ['recipient', 'household', 'neighbour', 'left'] as const

/** `Neighbour: Meier`, in the language of the phone as the comments are; empty where nothing was chosen or written. */
export function takerText(
  { taken_by, taker_name = '' }: Pick<StopDraft, 'taken_by' | 'taker_name'>,
  t: TFunction,
): string {
  return [taken_by ? t(`taker.${taken_by}`) : '', taker_name.trim()].filter(Boolean).join(': ')
}
