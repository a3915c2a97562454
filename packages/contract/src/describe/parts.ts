// The three published descriptions: which operations each holds, and what it says of them together.
import type { Endpoint } from '../endpoints/endpoint.ts'
import { interfaceInfo, tags } from './operation.ts'

export interface DescribedPart {
  /** Short name, for lists of the descriptions. */
  name: string
  /** Where the service publishes it. */
  path: `/${string}.json`
  /** Where it stands for people. */
  page: `/docs/${string}`
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description: string }[]
  holds(endpoint: Endpoint): boolean
  /** Whether webhooks and their records are described, too. */
  hasEvents: boolean
}

/** The interface of the specification. */
export const interfacePart: DescribedPart = {
  name: 'The interface',
  path: '/openapi.json',
  page: '/docs/reference',
  info: interfaceInfo,
  tags,
  holds: ({ visibility }) => visibility === 'public',
  hasEvents: true,
}

/** The interface with the fields that the specification does not have: what the clients are generated from. */
export const clientPart: DescribedPart = { ...interfacePart, name: 'What the clients know' }

const shared = [
  'Each operation says whether it is stable, and then changes as the interface does, or may change with a version of the',
  'service: the changes tell it. Bodies are JSON, ids are strings of 24 lowercase hexadecimal characters, timestamps',
  "are ISO 8601 in UTC, times of day are seconds since midnight in the project's time zone. Distances are metres.",
  'A refusal carries `{message, message_id}`: branch on `message_id`.',
]

/** Everything that the planner does, and other programs may do, beyond the interface. */
export const servicePart: DescribedPart = {
  name: 'Beyond the interface',
  path: '/openapi/service.json',
  page: '/docs/reference/service',
  info: {
    title: 'Routewright: operations of this service',
    version: '1',
    description: [
      'Slots, backlog, weeks, what-ifs, order sources, positions, learning, exports, accounts and whatever else the',
      'service does beyond its interface (/openapi.json).',
      '',
      ...shared,
      '',
      'A key acts with the rights of the user who made it. Project users read and change the plans, routes, stops and',
      'addresses of their projects; project managers also the fleet, drivers, depots, zones and settings; organization',
      'managers also projects and webhooks; administrators also users, keys and the organization. Supervisors read their',
      'own stops. 2,000 requests per rolling minute and credential are accepted where an operation says nothing else.',
    ].join('\n'),
  },
  tags: [
    { name: 'Editor', description: 'A plan as the planner shows and changes it: orders, effects, comparisons, undo.' },
    { name: 'Optimization', description: 'Problems and solutions in the form of VROOM.' },
    { name: 'Risk', description: 'Which stops are likely to be late.' },
    { name: 'What if', description: 'Fleets of other sizes, and past days driven by other rules.' },
    { name: 'Reports', description: 'Conflicts of reports, and reports that are taken back.' },
    { name: 'Live', description: 'What happens, as it happens.' },
    { name: 'Today', description: 'The day of a project at a glance.' },
    { name: 'Messages', description: 'What recipients are told.' },
    { name: 'Driver', description: 'Conversations with drivers, and their links.' },
    { name: 'Drivers', description: 'Records of drivers, their days, their phones.' },
    { name: 'Depots', description: 'Where vehicles start, load and end.' },
    { name: 'Charging places', description: 'Where electric vehicles charge.' },
    { name: 'Recurring orders', description: 'Stops that come again by a pattern.' },
    { name: 'Slots', description: 'Windows that can be kept, what each costs, holds and bookings.' },
    { name: 'Returns', description: 'Goods that come back.' },
    { name: 'Backlog', description: 'Orders without a day.' },
    { name: 'Weeks', description: 'Orders spread over days and vehicles.' },
    { name: 'Analytics', description: 'Figures of days that are over.' },
    { name: 'Learning', description: 'Working times, places and paces that are learned.' },
    { name: 'Traffic', description: 'Travel times by the hour.' },
    { name: 'Exports', description: 'Stops, proofs and ways as files.' },
    { name: 'Payments', description: 'What drivers collect at the door.' },
    { name: 'Labels', description: 'Labels of parcels.' },
    { name: 'Finding', description: 'Records by any words.' },
    { name: 'Reach', description: 'What is reached within a time.' },
    { name: 'Order sources', description: 'Shops, files and mailboxes that orders come from.' },
    { name: 'Order intake', description: 'Where orders are sent to.' },
    { name: 'Position sources', description: 'Trackers of vehicles.' },
    { name: 'Position intake', description: 'Where positions are sent to.' },
    { name: 'Vehicle calendars', description: 'The routes of a vehicle for calendar programs.' },
    { name: 'Map', description: 'Addresses, map extracts and the map.' },
    { name: 'Tracking links', description: 'Links of recipients, made and ended by the dispatcher.' },
    { name: 'Quotas', description: 'How much an organization may use up, and has used.' },
    { name: 'Data rights', description: 'What is kept of people: export, erasure, retention.' },
    { name: 'Assistants', description: 'Assistants that sign in: who may, and who does.' },
    { name: 'Dashboard', description: 'Settings, users, keys and webhooks.' },
    { name: 'Sign-in', description: 'How people sign in.' },
    { name: 'Account', description: 'The account of whoever is signed in, and those of others.' },
    {
      name: 'Administration',
      description: 'For who runs the service, with the secret of the machine as `private_key`.',
    },
    { name: 'Outbox', description: 'Mails of the demo.' },
    { name: 'Play', description: 'The demo day, driven by itself.' },
    { name: 'Demo', description: 'The demo organization.' },
    { name: 'Clients', description: 'Names of the original service, for organizations that use its clients.' },
    { name: 'Routes', description: 'Names of the original service, for organizations that use its clients.' },
    { name: 'Older clients', description: 'Names of the original service, for organizations that use its clients.' },
  ],
  holds: (endpoint) => endpoint.visibility === 'internal' && !isOfPeople(endpoint),
  hasEvents: false,
}

/** Calls of a driver's phone and a recipient's page, by the token of their link. */
export const peoplePart: DescribedPart = {
  name: "Drivers' and recipients' calls",
  path: '/openapi/people.json',
  page: '/docs/reference/people',
  info: {
    title: "Routewright: drivers' and recipients' calls",
    version: '1',
    description: [
      "What the driver's app and the pages of recipients and of customers at a checkout call. A link is the credential:",
      'whoever has it sees and reports what it is for, and nothing else.',
      '',
      ...shared,
    ].join('\n'),
  },
  tags: [
    { name: 'Driver', description: 'A route with its stops, reports, pictures, positions and messages.' },
    { name: 'Returns', description: 'Goods that come back.' },
    { name: 'Tracking', description: 'The page of a recipient: where the stop is, wishes, slots, rating.' },
    { name: 'Checkout', description: 'The choice of a window in a shop.' },
    { name: 'Analytics', description: 'The end of the weekly mail.' },
    { name: 'Pages', description: 'Pages and pictures that links open.' },
    { name: 'Sign-in', description: 'How a driver signs in by a code.' },
  ],
  holds: isOfPeople,
  hasEvents: false,
}

export const describedParts: readonly DescribedPart[] = [interfacePart, servicePart, peoplePart]

function isOfPeople({ visibility, auth, path, tag }: Endpoint): boolean {
  if (visibility !== 'internal') return false
  if (auth === 'driver' || auth === 'tracking') return true
  return auth === 'none' && (tag === 'Pages' || tag === 'Analytics' || /^\/(driver|checkout)\//.test(path))
}
