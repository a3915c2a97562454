// The steps of the guided start, in a file of their own: the first page needs them, and no schema.

/** Steps of the planner's guided start, in order. */
export const startSteps = ['project', 'map', 'depot', 'vehicles', 'stops'] as const
export type StartStep = (typeof startSteps)[number]
