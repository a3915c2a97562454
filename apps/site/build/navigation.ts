// The order in which a reader meets the pages: what stands in the contents, section by section.

export interface Section {
  name: string
  /** Files of the repository, or addresses of the service that are pages of their own. */
  entries: readonly Entry[]
}

/** A file by its path, titled by its first heading unless a shorter name is given; or a page of the running service. */
export type Entry = { file: string; name?: string } | { address: string; name: string }

const files = (folder: string, names: string): Entry[] =>
  names.split(/\s+/).map((name) => ({ file: `${folder}/${name}.md` }))

export const navigation: readonly Section[] = [
  { name: 'Start', entries: [{ file: 'docs/index.md', name: 'Overview' }, { file: 'docs/comparison.md' }] },
  { name: 'Tutorials', entries: files('docs/tutorials', 'first-plan import live-day slots webhooks shop data-frame') },
  {
    name: 'How to',
    entries: files(
      'docs/how-to',
      `own-region call-the-api time-windows rush-hours vehicles-and-skills depots areas pickups recurring drivers-in-a-table
      drivers-sign-in messages whatsapp proof labels returns orders-by-mail orders-by-sftp n8n export before-and-after backup erase from-vroom problem-files`,
    ),
  },
  {
    name: 'Planning',
    entries: files('docs', 'what-if backlog weeks slots driving-hours electric-vans hours learning analytics'),
  },
  { name: 'Explanations', entries: files('docs/explanations', 'optimizer roads a-stops-day promises safety') },
  {
    name: 'Operations',
    entries: files('docs', 'install operations upgrade observability reliability sizes'),
  },
  {
    name: 'Security',
    entries: [{ file: 'docs/security.md' }, { file: 'SECURITY.md', name: 'Report a weakness' }],
  },
  {
    name: 'Reference',
    entries: [
      { address: '/docs/reference', name: 'The interface, operation by operation' },
      { address: '/docs/changes', name: 'Changes of the interface' },
      { address: '/docs/versions', name: 'Versions of the interface' },
      ...files(
        'docs',
        'errors events lifecycle limits repeat-safely order-sources assistants positions generated-clients osrm vroom older-clients',
      ),
      { file: 'packages/client/README.md', name: 'The TypeScript client' },
      { file: 'clients/python/README.md', name: 'The Python client' },
      ...files('docs', 'accounts calendars conversations addresses glossary status conformance'),
    ],
  },
  {
    name: 'The project',
    entries: [
      { file: 'docs/architecture.md' },
      { file: 'CONTRIBUTING.md' },
      { file: 'CODE_OF_CONDUCT.md' },
      { file: 'docs/decisions/index.md' },
      { file: 'docs/spec-gaps.md' },
      { file: 'CHANGELOG.md' },
      { file: 'packages/solver/README.md', name: 'The optimizer' },
      { file: 'packages/roads/README.md', name: 'The road engine' },
      { file: 'packages/contract/README.md', name: 'The declarations of the interface' },
      { file: 'apps/server/README.md', name: 'The server' },
      ...files(
        'docs',
        'benchmarks benchmarks/attempts benchmarks-roads benchmarks-country benchmarks-addresses benchmarks-service benchmarks-planner',
      ),
    ],
  },
]

/** The contents with every page: what nobody has given a place yet stands at the end of the reference. */
export function listContents(sources: readonly string[]): Section[] {
  const placed = new Set(
    navigation.flatMap(({ entries }) => entries.flatMap((entry) => ('file' in entry ? entry.file : []))),
  )
  const others = sources.filter((source) => !placed.has(source) && !isListedByIndex(source))
  return navigation.map((section) =>
    section.name === 'Reference'
      ? { ...section, entries: [...section.entries, ...others.map((file) => ({ file }))] }
      : section,
  )
}

/** Decisions: the page with all of them leads there. */
export function isListedByIndex(source: string): boolean {
  return /^docs\/decisions\/(?!index\.md$)/.test(source)
}
