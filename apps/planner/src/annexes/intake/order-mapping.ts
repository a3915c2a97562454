// How a mapping changes by clicks: a value becomes a part of a field or of a condition, or is taken out of it again.
import type { OrderMapping, OrderSource } from '@routewright/contract'

/** The same list as the contract's; the page carries its words, not the whole contract. */
export const fieldNames = [
  ...['order_id', 'updated_at', 'delivery_date', 'label', 'address', 'lat', 'lng', 'phone', 'email'],
  ...['reference_person', 'comments', 'location_details', 'url', 'weight', 'volume', 'price', 'duration'],
  ...['time_from', 'time_to', 'packages', 'requires', 'cash_on_delivery', 'currency'],
] as const

export const kinds = [
  'woocommerce',
  'shopify',
  'odoo',
  'erpnext',
  'prestashop',
  'custom',
] as const satisfies readonly OrderSource['kind'][]

export type MappingEdit =
  | { kind: 'field'; field: string; path: string }
  | { kind: 'cancel' | 'accept'; path: string; value: string }

/** A path is added to those of its field; texts are joined in the order of the clicks. */
export function withEdit(mapping: OrderMapping, edit: MappingEdit): OrderMapping {
  if (edit.kind !== 'field') {
    const conditions = mapping[edit.kind]
    const same = conditions.find(({ path }) => path === edit.path)
    const rest = conditions.filter((condition) => condition !== same)
    const is = [...new Set([...(same?.is ?? []), edit.value])]
    return { ...mapping, [edit.kind]: [...rest, { path: edit.path, is }] }
  }
  const { field, path } = edit
  const known = mapping.fields.find((rule) => rule.field === field)
  if (!known) return { ...mapping, fields: [...mapping.fields, { field, paths: [path] }] }
  if (known.paths.includes(path)) return mapping
  const added = { ...known, paths: [...known.paths, path] }
  return { ...mapping, fields: mapping.fields.map((rule) => (rule === known ? added : rule)) }
}

/** Without one path of a field; a field without paths goes. */
export function withoutPath(mapping: OrderMapping, field: string, path: string): OrderMapping {
  const without = (paths: readonly string[]) => paths.filter((other) => other !== path)
  const fields = mapping.fields.map((rule) => {
    if (rule.field !== field) return rule
    const { otherwise, ...rest } = { ...rule, paths: without(rule.paths) }
    const others = without(otherwise ?? [])
    return others.length > 0 ? { ...rest, otherwise: others } : rest
  })
  const says = ({ paths, otherwise, constant }: OrderMapping['fields'][number]) =>
    paths.length > 0 || otherwise !== undefined || constant !== undefined
  return { ...mapping, fields: fields.filter(says) }
}

export function withoutCondition(mapping: OrderMapping, kind: 'cancel' | 'accept', at: number): OrderMapping {
  return { ...mapping, [kind]: mapping[kind].filter((_, index) => index !== at) }
}
