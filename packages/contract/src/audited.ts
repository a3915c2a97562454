// Entries of the audit log: actions, and the kinds of things they are done to.

export const auditedActions = [
  ...(['created', 'updated', 'deleted'] as const),
  ...(['exported', 'erased', 'viewed', 'used', 'signed_in', 'refused'] as const),
] as const

/** Records, and views and exports of them. */
export const auditedKinds = [
  ...(['organization', 'project', 'api_key', 'assistant_connection', 'webhook', 'user', 'invitation'] as const),
  ...(['vehicle', 'depot', 'charging_place', 'driver', 'driver_assignment', 'driver_device'] as const),
  ...(['client', 'zone', 'recurring_order', 'slot_promise', 'slot_choice', 'map_extract'] as const),
  ...(['order_source', 'position_source'] as const),
  ...(['authenticator', 'passkey', 'recovery_codes', 'sign_in_provider'] as const),
  ...(['stop', 'report', 'report_conflict', 'retention', 'recipient', 'session', 'audit_log'] as const),
  ...(['routes', 'reports', 'route_sheets', 'labels', 'proofs', 'vehicles'] as const),
  ...(['stops', 'clients', 'messages', 'recurring_orders', 'drivers'] as const),
] as const

export type AuditedAction = (typeof auditedActions)[number]
export type AuditedKind = (typeof auditedKinds)[number]
