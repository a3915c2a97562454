// Serves a built web application: its document under a strict policy, its files as they were built, compressed beforehand.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { type Feature, permissionsPolicy } from './page.ts'
import type { App } from './server.ts'

export interface WebApp {
  /** Sends the application's document, which is the same for everybody; data come by calls. */
  sendDocument(reply: FastifyReply): FastifyReply
  /** Sends the document with its placeholders replaced for one reader; never cached. */
  sendFilled(reply: FastifyReply, parts: Readonly<Record<string, string>>): FastifyReply
}

export interface WebAppOptions {
  /** Folder below apps/. */
  name: 'planner' | 'driver' | 'tracking'
  /** Where its files stand, `/planner/` for instance; equals `base` in its vite.config.ts. */
  base: string
  /** Content-Security-Policy of the document, without what every page forbids. */
  policy: readonly string[]
  /** Further servers that it may take parts of its map from. */
  mapOrigins?: readonly string[]
  /** Whether pages of this service may show it in a frame; other sites may not in either case. */
  mayBeFramed?: boolean
  /** Features of the phone or computer that the page may ask for. Default: none. */
  mayUse?: readonly Feature[]
}

const notBuilt = 'This application has not been built yet: run npm start, or npm run build in its folder.'
/** Files in assets/ carry a digest of their content in their name. */
const forever = 'public, max-age=31536000, immutable'

export async function addWebApp(
  app: App,
  { name, base, policy, mayBeFramed, mapOrigins = [], mayUse = [] }: WebAppOptions,
): Promise<WebApp> {
  const folder = fileURLToPath(new URL(`../../../../${name}/dist/`, import.meta.url))
  if (existsSync(folder)) await serveFiles(app, folder, base)
  const readDocument = documentReader(`${folder}index.html`)
  const allowed = [
    "default-src 'none'",
    ...withMapHosts(policy, app, mapOrigins),
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayBeFramed ? "'self'" : "'none'"}`,
  ]
  const send = (reply: FastifyReply, text: string | undefined, caching: string) => {
    if (text === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', allowed.join('; '))
      .header('permissions-policy', permissionsPolicy(mayUse))
      .header('cache-control', caching)
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      .send(text)
  }
  return {
    sendDocument: (reply) => send(reply, readDocument(), 'no-cache'),
    sendFilled(reply, parts) {
      // Functions as replacements: what people wrote may hold $ signs.
      const document = readDocument()
      const fill = (text: string, [mark, part]: [string, string]) => text.replace(mark, () => part)
      return send(reply, document && Object.entries(parts).reduce(fill, document), 'no-store')
    },
  }
}

/** The files as they were built, compressed beforehand. */
async function serveFiles(app: App, folder: string, base: string): Promise<void> {
  const common = { index: false, decorateReply: false, preCompressed: true, cacheControl: false } as const
  await app.register(fastifyStatic, {
    ...common,
    root: folder,
    prefix: base,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  // Looked for when they are asked for: another build, while the service runs, gives them other names.
  await app.register(fastifyStatic, {
    ...common,
    root: `${folder}assets`,
    prefix: `${base}assets/`,
    setHeaders: (reply) => void reply.header('cache-control', forever),
  })
}

/**
 * Reads a document again once it was written anew: an application that is built while the service runs has other names of files.
 * While a build has removed it and not written it yet, the one before is kept.
 */
export function documentReader(path: string): () => string | undefined {
  let known: { text: string; changedAt: number } | undefined
  return () => {
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedAt !== undefined && changedAt !== known?.changedAt)
      known = { text: readFileSync(path, 'utf8'), changedAt }
    return known?.text
  }
}

/** A map style of another server is fetched by the page: its parts must be let in. */
function withMapHosts(policy: readonly string[], app: App, further: readonly string[]): string[] {
  const { mapStyleUrl, mapStyleHosts } = app.services.config
  const ofStyle = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin, ...mapStyleHosts]
  const hosts = [...new Set([...ofStyle, ...further])].join(' ')
  if (hosts === '') return [...policy]
  const isForMaps = (directive: string) => directive.startsWith('connect-src ') || directive.startsWith('img-src ')
  return policy.map((directive) => (isForMaps(directive) ? `${directive} ${hosts}` : directive))
}
