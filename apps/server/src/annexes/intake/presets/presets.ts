// Ready mappings of well-known shops, as data: how their messages are read, how they sign, and a message to try it on.
import type { OrderSourceKind, OrderSourcePreset } from '@routewright/contract'
import custom from './custom.json' with { type: 'json' }
import erpnext from './erpnext.json' with { type: 'json' }
import odoo from './odoo.json' with { type: 'json' }
import prestashop from './prestashop.json' with { type: 'json' }
import shopify from './shopify.json' with { type: 'json' }
import woocommerce from './woocommerce.json' with { type: 'json' }

export const presets = [woocommerce, shopify, odoo, erpnext, prestashop, custom] as OrderSourcePreset[]

export function getPreset(kind: OrderSourceKind): OrderSourcePreset {
  return presets.find((preset) => preset.kind === kind)!
}
