// The entrance of the package: the whole interface, as data and types.
export * from './errors.ts'
export * from './events.ts'
export * from './keywords.ts'
export * from './lifecycle.ts'
export * as limits from './limits.ts'
export * from './violations.ts'
