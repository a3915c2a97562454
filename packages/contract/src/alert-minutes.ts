// Default minutes after which a late stop and a silent vehicle are reported.

export const defaultAlertMinutes = { late: 10, silent: 5 } as const
