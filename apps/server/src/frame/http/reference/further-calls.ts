// Calls of the service that the described interface does not hold, each explained on a page of the documents.

/** Paths begin with `/app/v1` and are no part of what /openapi.json promises; see /docs/versions. */
export const furtherCalls: readonly { name: string; page: string; text: string }[] = [
  {
    name: 'Slots',
    page: '/docs/slots/',
    text: 'windows that can be kept and what each costs; holds, bookings, a checkout for shops',
  },
  { name: 'Backlog', page: '/docs/backlog/', text: 'orders that have no day yet' },
  { name: 'Weeks', page: '/docs/weeks/', text: 'spread them over the coming days' },
  { name: 'Order sources', page: '/docs/order-sources/', text: 'orders of shops, files and mails that become stops' },
  { name: 'Positions', page: '/docs/positions/', text: 'where vehicles are, from trackers' },
  { name: 'Calendars', page: '/docs/calendars/', text: 'the routes of a vehicle for calendar programs' },
  { name: 'Exports', page: '/docs/how-to/export/', text: 'stops, proofs and ways as files' },
  { name: 'Travel times by the hour', page: '/docs/hours/', text: 'own weeks and holidays' },
  { name: 'OSRM', page: '/docs/osrm/', text: 'routes, tables and matches on our roads by the paths of OSRM' },
  { name: 'VROOM', page: '/docs/vroom/', text: 'problems and solutions in the format of VROOM' },
]
