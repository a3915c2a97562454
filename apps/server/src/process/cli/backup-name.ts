// Names of backups: what they are for, and the moment at which they were made.

/** Returns for instance `routewright-2026-03-02T080000Z.backup`. Names with the same prefix sort by their moments. */
export function nameBackup(prefix: string, moment: Date): string {
  return `${prefix}-${moment.toISOString().replace(/:|\.\d+/g, '')}.backup`
}
