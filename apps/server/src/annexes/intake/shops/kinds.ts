// The kinds of shops that can be told.
import type { OrderSourceKind } from '@routewright/contract'
import { erpnext } from './erpnext.ts'
import { odoo } from './odoo.ts'
import { otherProgram } from './other-program.ts'
import { prestashop } from './prestashop.ts'
import type { Shop } from './shop.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

export const shops: Record<OrderSourceKind, Shop> = {
  woocommerce,
  shopify,
  odoo,
  erpnext,
  prestashop,
  custom: otherProgram,
}
