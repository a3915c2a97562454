// ERPNext by the REST interface of Frappe: a comment on the sales order, and a field of it where one is named.
import { noteOnly, type Shop } from './shop.ts'

const doctype = 'Sales Order'

export const erpnext: Shop = {
  values: { planned: noteOnly, under_way: noteOnly, done: noteOnly, failed: noteOnly },
  needs: ['user', 'secret'],
  headers: ({ telling, secret }) => ({ authorization: `token ${telling.user ?? ''}:${secret}` }),
  async ask(call) {
    await call({ method: 'GET', path: `/api/resource/${encodeURIComponent(doctype)}?limit_page_length=1` })
    return 'The orders can be read'
  },
  async tell(call, { orderId, value, note, isRepeated }, { telling }) {
    const order = { reference_doctype: doctype, reference_name: orderId }
    const comment = {
      comment_type: 'Comment',
      ...order,
      content: note.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    }
    const filters = encodeURIComponent(JSON.stringify(Object.entries(comment).map(([name, is]) => [name, '=', is])))
    const known = isRepeated && (await call({ method: 'GET', path: `/api/resource/Comment?filters=${filters}` })).body
    const isThere = (Object(known) as { data?: unknown[] }).data?.length
    if (!isThere) await call({ method: 'POST', path: '/api/resource/Comment', body: comment })
    if (!telling.field || value === noteOnly) return 'Comment written'
    const path = `/api/resource/${encodeURIComponent(doctype)}/${encodeURIComponent(orderId)}`
    await call({ method: 'PUT', path, body: { [telling.field]: value } })
    return `Comment written, ${telling.field} ${value}`
  },
}
