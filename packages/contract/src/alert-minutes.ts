// After how many minutes a late stop and a silent vehicle are told of, where the project says nothing.

export const defaultAlertMinutes = { late: 10, silent: 5 } as const
