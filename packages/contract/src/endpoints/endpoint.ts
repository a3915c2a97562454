// Structure of an endpoint declaration, and the types of its parts.
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { MessageId } from '../errors.ts'
import { bodyBytes } from '../limits.ts'
import { id } from '../schemas/fields.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Allowed callers: `api_key` — the query parameter private_key, or a planner session; `session` — a planner session; `admin` — the secret of
 * the service administrator; `driver` — the token of a dispatch link as bearer token; `tracking` — the token in the path; `none` — anybody.
 */
export type Auth = 'api_key' | 'session' | 'admin' | 'driver' | 'tracking' | 'none'

/** Internal operations are for the service's own applications and are in no public description. */
export type Visibility = 'public' | 'internal'

export interface EndpointExamples {
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  /** Example response for the first success status. */
  response?: unknown
}

/** Declaration of one endpoint in a table. */
export interface EndpointDeclaration {
  method: Method
  /** With parameters in braces, /v2/plan/{id}. */
  path: `/${string}`
  summary: string
  description?: string
  query?: TObject
  /** JSON body; operations without one ignore any body sent. */
  body?: TSchema
  /** A missing body counts as {}. */
  bodyOptional?: boolean
  /** Parses its body bytes, or its query string, itself, because other programs write them; rejects them like a declared body. */
  readsBytes?: true
  /** The body is multipart/form-data with one file in the field `file`. */
  upload?: boolean
  /** Media type of the response, when it is not JSON. */
  produces?: string
  /** Success responses by status; null is a response without a body. */
  response: Readonly<Record<number, TSchema | null>>
  maxBodyBytes?: number
  /** A POST or PUT that only reads: callers may repeat it after a lost response. */
  readsOnly?: true
  /** Lower limit per credential in a rolling minute. */
  ratePerMinute?: number
  /** Parts of a file that never changes, requested hundreds of times a minute while a user moves a map: exempt from rate limits. */
  isUncounted?: true
  /** Exists only for organizations that serve clients of the original service. */
  isForOlderClients?: true
  /** An internal operation that other programs may rely on: it changes as a public one does. */
  isStable?: true
  /** Its own errors, in addition to those of every operation. */
  errors?: readonly MessageId[]
  deprecated?: { since: string; sunset: string; instead: string }
  examples?: EndpointExamples
}

interface GroupDefaults {
  tag: string
  auth: Auth
  visibility: Visibility
  ratePerMinute?: number
  isForOlderClients?: true
  isStable?: true
  /** Errors that every operation of the group can return, before its own. */
  errors?: readonly MessageId[]
}

/** Fields of an operation besides its method, path, summary and response. */
type Details = Partial<Omit<EndpointDeclaration, 'method' | 'path' | 'summary'>>

/** The success response: null has no body, and then the status is 204. */
type Answers<Status extends number, Answer> = Answer extends null ? { 204: null } : Record<Status, Answer>

export const get = operation('GET', 200)
/** Declares a POST that returns 201 with the created record. */
export const create = operation('POST', 201)
export const post = operation('POST', 200)
export const put = operation('PUT', 200)
export const remove = operation('DELETE', 200)

/**
 * Type of a declaration. `NoInfer` keeps TypeScript from guessing the details from the type of the surrounding group: an operation without
 * details then has none.
 */
type Declared<Kind extends Method, Path, Response, More> = NoInfer<More> & {
  method: Kind
  path: Path
  summary: string
  response: Response
}

/** Declares operations of one method: `get('/v2/stop/{stop_id}', 'Retrieve a stop', Stop, { … })`. */
function operation<const Kind extends Method, const Status extends number>(method: Kind, status: Status) {
  return <const Path extends `/${string}`, Answer extends TSchema | null, const More extends Details = object>(
    path: Path,
    summary: string,
    answer: Answer,
    more?: More,
  ) => {
    const response = answer === null ? { 204: null } : { [status]: answer }
    return { method, path, summary, response, ...more } as Declared<Kind, Path, Answers<Status, Answer>, More>
  }
}

/** Declares a GET that returns a file of this media type. */
export function getFile<const Path extends `/${string}`, const More extends Details = object>(
  path: Path,
  summary: string,
  produces: string,
  more?: More,
) {
  const response = { 200: null }
  return { method: 'GET', path, summary, produces, response, ...more } as Declared<'GET', Path, typeof response, More>
}

/** Declares a POST that returns a page. */
export function postForPage<const Path extends `/${string}`, const More extends Details = object>(
  path: Path,
  summary: string,
  more?: More,
) {
  const response = { 200: null }
  const declared = { method: 'POST', path, summary, produces: 'text/html', response, ...more }
  return declared as Declared<'POST', Path, typeof response, More & { produces: string }>
}

type PathKeys<Path extends string> = Path extends `${string}{${infer Key}}${infer Rest}` ? Key | PathKeys<Rest> : never

/** A declaration with the additions from its group and path. */
export type Completed<
  Declaration extends EndpointDeclaration,
  Id extends string,
  Defaults extends GroupDefaults = GroupDefaults,
> = Declaration &
  Defaults & {
    operationId: Id
    errors: readonly MessageId[]
    maxBodyBytes: number
    params: TObject
    '~params': PathKeys<Declaration['path']>
  }

/** Any endpoint, as seen by loops over the list. */
export interface Endpoint extends EndpointDeclaration, GroupDefaults {
  operationId: string
  errors: readonly MessageId[]
  params: TObject
  maxBodyBytes: number
}

/** Declares a group of endpoints by operation id. Path parameters become schemas by their names: ids, or tokens. */
export function defineEndpoints<
  const Defaults extends GroupDefaults,
  const Group extends Record<string, EndpointDeclaration>,
>(defaults: Defaults, group: Group): { [Id in keyof Group & string]: Completed<Group[Id], Id, Defaults> } {
  const completed = Object.entries(group).map(([operationId, declaration]) => [
    operationId,
    {
      ...defaults,
      maxBodyBytes: bodyBytes.other,
      ...declaration,
      errors: [...(defaults.errors ?? []), ...(declaration.errors ?? [])],
      operationId,
      params: pathSchema(declaration.path, declaration.produces === 'text/html'),
    },
  ])
  return Object.fromEntries(completed) as { [Id in keyof Group & string]: Completed<Group[Id], Id, Defaults> }
}

/** Names of the parameters of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}

/** `/v2/plan/{id}` as `/v2/plan/:id`. */
export function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** A page also responds to links that were truncated on their way, with a message for people. */
function pathSchema(path: string, isPage: boolean): TObject {
  const fields: TProperties = {}
  for (const name of pathParameters(path)) {
    fields[name] = name.endsWith('token') ? Type.String({ minLength: isPage ? 1 : 16, maxLength: 200 }) : id()
  }
  return Type.Object(fields)
}

type SchemaAt<Holder, Key extends string> = Holder extends Record<Key, infer Schema extends TSchema> ? Schema : never

/** Parameters with a default are always present after validation. */
type WithDefaults<Query extends TObject> = Static<Query> & {
  [Key in keyof Query['properties'] as Query['properties'][Key] extends { default: unknown } ? Key : never]-?: Static<
    Query['properties'][Key]
  >
}

export type ParamsOfEndpoint<E> = E extends { '~params': infer Key extends string } ? Record<Key, string> : never
export type QueryOfEndpoint<E> = [SchemaAt<E, 'query'>] extends [never]
  ? Record<never, never>
  : SchemaAt<E, 'query'> extends infer Query extends TObject
    ? WithDefaults<Query>
    : never
export type QueryInputOfEndpoint<E> = [SchemaAt<E, 'query'>] extends [never]
  ? Record<never, never>
  : Static<SchemaAt<E, 'query'>>
export type BodyOfEndpoint<E> = [SchemaAt<E, 'body'>] extends [never] ? undefined : Static<SchemaAt<E, 'body'>>
type StaticOrNothing<Schema> = Schema extends TSchema ? Static<Schema> : undefined
export type ResponseOfEndpoint<E> = E extends { response: infer Answers }
  ? { [Status in keyof Answers]: StaticOrNothing<Answers[Status]> }[keyof Answers]
  : never
